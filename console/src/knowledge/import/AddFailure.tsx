import { Notice } from '../../ui/feedback/Notice.tsx'

/** What failed, and the reason if the server gave one. */
export function AddFailure({ message, reason }: { message: string; reason: string }) {
  return (
    <Notice>
      <p>{message}</p>
      {reason && <p>{reason}</p>}
    </Notice>
  )
}
