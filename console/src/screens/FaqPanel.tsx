import { FaqList } from '../faq/FaqList.tsx'
import { FaqSwitch } from '../faq/FaqSwitch.tsx'
import { useFaqs } from '../faq/queries.ts'
import { invalidateKnowledge } from '../knowledge/queries.ts'
import { Card } from '../ui/Card.tsx'

/** The FAQs of a project, and the switch that shows them in its widget. */
export function FaqPanel({ projectId }: { projectId: string }) {
  const { data, isError } = useFaqs(projectId)
  return (
    <>
      {(data || !isError) && (
        <Card>
          <FaqSwitch projectId={projectId} />
        </Card>
      )}
      <FaqList projectId={projectId} onKnowledgeChange={() => invalidateKnowledge(projectId)} />
    </>
  )
}
