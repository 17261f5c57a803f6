import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { useCopy } from '../use-copy.ts'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  /** Labels the field and the copy button. */
  noun: string
  secret: string
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret once, with a button to copy it. */
export function SecretDialog({ title, noun, secret, children, onClose }: Props) {
  const { isCopied, copy } = useCopy()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Done</Button>
          <Button
            variant="primary"
            icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            onPress={() => copy(secret)}
            className="min-w-32"
          >
            {isCopied ? <span role="status">Copied!</span> : `Copy ${noun.toLowerCase()}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">{children}</p>
        <TextInput
          label={noun}
          value={secret}
          readOnly
          className="font-mono"
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  )
}
