import { type Faq, faqLimits, faqNoticeMs, faqSentences } from '@aichat/contracts/ai/faq'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { useTemporaryState } from '../kit/use-temporary-state.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { parsePageUrls, validatePageUrls } from './page-urls.ts'
import { useGenerateFaqs } from './queries.ts'
import { SkippedPages } from './SkippedPages.tsx'

type Props = {
  projectId: string
  onClose: () => void
  onGenerated: (note: { text: string; freshIds: string[] }) => void
}

/** Closes when every page yielded FAQs. Otherwise it lists the skipped pages and the reasons. */
export function GenerateDialog({ projectId, onClose, onGenerated }: Props) {
  const generate = useGenerateFaqs(projectId)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [note, setNote] = useTemporaryState<string>(faqNoticeMs)
  const skipped = generate.data?.skipped ?? []

  function submit() {
    const pages = parsePageUrls(text)
    const invalid = validatePageUrls(pages)
    setError(invalid)
    if (invalid) return
    return generate.mutateAsync(pages, {
      onSuccess: (answer) => {
        const added = describeAdded(answer.faqs)
        onGenerated({ text: added, freshIds: answer.faqs.map((faq) => faq.id) })
        if (answer.skipped.length === 0) return onClose()
        setNote(added)
        setText(answer.skipped.map((page) => page.url).join('\n'))
      },
    })
  }

  return (
    <FormDialog
      title="Generate FAQ"
      submit="Generate"
      close={generate.isSuccess ? 'Close' : 'Cancel'}
      onClose={onClose}
      onSubmit={submit}
      isBusy={generate.isPending}
      isDirty={text.trim() !== '' && generate.isIdle}
    >
      {generate.isError && <Notice>{errorMessage(generate.error, faqSentences.generateFailed)}</Notice>}
      {note && <Notice tone="info">{note}</Notice>}
      <SkippedPages pages={skipped} />
      <TextArea
        label="Page URLs"
        rows={5}
        placeholder="https://acme.com/help"
        hint={`One per line, or separated by commas or spaces. Up to ${faqLimits.pages} pages.`}
        error={error ?? undefined}
        value={text}
        readOnly={generate.isPending}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
      />
    </FormDialog>
  )
}

function describeAdded({ length }: Faq[]): string {
  if (length === 0) return 'No new FAQs found.'
  return length === 1 ? 'Added 1 FAQ.' : `Added ${length} FAQs.`
}
