import { invitationDays } from '@aichat/contracts/users'
import { Check, Copy } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useCopy } from '../ui/use-copy.ts'

type Props = { email: string; url: string; onClose: () => void }

export function InviteLinkDialog({ email, url, onClose }: Props) {
  const { isCopied, copy } = useCopy()
  return (
    <Dialog
      title="Invitation link"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Done</Button>
          <Button
            look="primary"
            icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            onPress={() => copy(url)}
            className="min-w-32"
          >
            {isCopied ? <span role="status">Copied!</span> : 'Copy link'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          Send this link to <strong>{email}</strong>. It works once, for {invitationDays} days; a link from
          before no longer works.
        </p>
        <TextInput
          label="Link"
          value={url}
          readOnly
          className="font-mono"
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  )
}
