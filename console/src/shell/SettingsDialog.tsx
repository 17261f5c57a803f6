import { useState } from 'react'
import { CompanyForm } from '../companies/CompanyForm.tsx'
import { useUser } from '../kit/storage.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { administers } from '../users/rules.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const mayChangeCompany = administers(useUser())
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog
      title="Settings"
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">Theme</h3>
        <ThemeChoice />
      </section>
      {mayChangeCompany && (
        <section className="mt-5 flex flex-col gap-4 border-t pt-5">
          <h3 className="text-title-s font-semibold">Company</h3>
          <CompanyForm onDirty={setDirty} />
        </section>
      )}
    </Dialog>
  )
}
