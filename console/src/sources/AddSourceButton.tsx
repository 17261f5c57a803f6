import { Globe } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'

const AddSourceDialog = lazyOverlay(() =>
  import('./AddSourceDialog.tsx').then((file) => file.AddSourceDialog),
)

export function AddSourceButton({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact" icon={<Globe aria-hidden size={14} />} onPress={() => setOpen(true)}>
        Add website
      </Button>
      {isOpen && <AddSourceDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  )
}
