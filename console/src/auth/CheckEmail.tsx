import { authLimits } from '@aichat/contracts/company/auth'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'

/** An account that is created when the link that was mailed to this address is used. */
export type PendingConfirmation = {
  email: string
  /** Mails another link. */
  resend: () => Promise<unknown>
}

/** The same text whether the address has an account or not; the mail says which. */
export function CheckEmail({ email, resend }: PendingConfirmation) {
  const another = useMutation({ mutationFn: resend })
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere text-ink-2">
        We've sent a link to <strong className="text-ink">{email}</strong>. Open it to confirm your email and
        finish creating your account. It expires in {authLimits.confirmationHours} hours.
      </p>
      <p className="text-ink-2">Nothing there? Check your spam folder, or send the email again.</p>
      {another.error && <Notice>{errorMessage(another.error, commonSentences.unexpected)}</Notice>}
      {another.isSuccess && <Notice tone="info">Email sent. It can take a minute to arrive.</Notice>}
      <Button isBusy={another.isPending} onPress={() => another.mutate()} className="w-full">
        Resend email
      </Button>
    </div>
  )
}
