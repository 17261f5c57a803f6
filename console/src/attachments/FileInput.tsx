import { attachmentExtensions } from '@aichat/contracts/chat/attachments'
import type { Ref } from 'react'

type Props = { ref: Ref<HTMLInputElement>; name: string; onFiles: (files: readonly File[]) => void }

/** Hidden; a button clicks it. */
export function FileInput({ ref, name, onFiles }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      data-testid={name}
      accept={attachmentExtensions.join(',')}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        event.target.value = '' // Otherwise choosing the same file again would not be a change.
      }}
    />
  )
}
