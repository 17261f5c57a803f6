import { CompanyForm } from '../companies/CompanyForm.tsx'
import { Card } from '../ui/Card.tsx'

export function CompanySettings() {
  return (
    <Card className="max-w-140">
      <CompanyForm />
    </Card>
  )
}
