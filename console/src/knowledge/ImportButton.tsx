import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ImportDialog } from './ImportDialog.tsx'

export function ImportButton({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact" icon={<Upload aria-hidden size={14} />} onPress={() => setOpen(true)}>
        Import
      </Button>
      {isOpen && <ImportDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  )
}
