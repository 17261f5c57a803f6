import { Check, Copy } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useCopy } from '../ui/use-copy.ts'

/** The one time that a secret is seen. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { isCopied, copy } = useCopy()
  return (
    <Dialog
      title="New secret"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Done</Button>
          <Button
            look="primary"
            icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            onPress={() => copy(secret)}
            className="min-w-32"
          >
            {isCopied ? <span role="status">Copied!</span> : 'Copy secret'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>Keep it where your server keeps its secrets. It is not shown again.</p>
        <TextInput
          label="Secret"
          value={secret}
          readOnly
          className="font-mono"
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  )
}
