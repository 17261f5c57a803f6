import type { FocusEvent, FormEvent, ReactNode, Ref } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = {
  problem: string | null
  notice: Ref<HTMLDivElement>
  onSubmit: (event: FormEvent) => void
  onBlurCapture?: (event: FocusEvent) => void
  isSubmitting: boolean
  /** What the button says. */
  submit: string
  children: ReactNode
}

/** What every form before the sign-in has: what went wrong above, one button below. */
export function AuthForm({
  problem,
  notice,
  onSubmit,
  onBlurCapture,
  isSubmitting,
  submit,
  children,
}: Props) {
  return (
    <form noValidate onSubmit={onSubmit} onBlurCapture={onBlurCapture} className="flex flex-col gap-4">
      {problem && <Notice ref={notice}>{problem}</Notice>}
      {children}
      <Button type="submit" variant="primary" isBusy={isSubmitting} className="mt-2 w-full">
        {submit}
      </Button>
    </form>
  )
}
