import { type Faq, faqLimits, faqNoteShown, faqSentences } from '@aichat/contracts/faq'
import { useId, useState } from 'react'
import { sentenceOf } from '../kit/failure.ts'
import { useFleeting } from '../kit/use-fleeting.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { problemOfPages, splitPages } from './pages.ts'
import { useGenerateFaqs } from './queries.ts'
import { SkippedPages } from './SkippedPages.tsx'

type Props = {
  projectId: string
  onClose: () => void
  onGenerated: (note: { text: string; freshIds: string[] }) => void
}

/** Closes when every page gave something; else it stays, with the pages that did not and why. */
export function GenerateDialog({ projectId, onClose, onGenerated }: Props) {
  const formId = useId()
  const generate = useGenerateFaqs(projectId)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [note, setNote] = useFleeting<string>(faqNoteShown)
  const skipped = generate.data?.skipped ?? []

  function submit() {
    const pages = splitPages(text)
    const obstacle = problemOfPages(pages)
    setProblem(obstacle)
    if (obstacle || generate.isPending) return
    generate.mutate(pages, {
      onSuccess: (answer) => {
        const added = addedSentence(answer.faqs)
        onGenerated({ text: added, freshIds: answer.faqs.map((faq) => faq.id) })
        if (answer.skipped.length === 0) return onClose()
        setNote(added)
        setText(answer.skipped.map((page) => page.url).join('\n'))
      },
    })
  }

  return (
    <Dialog
      title="Generate FAQ"
      isOpen
      onClose={onClose}
      isDirty={text.trim() !== '' && generate.isIdle}
      footer={
        <>
          <Button onPress={onClose}>{generate.isSuccess ? 'Close' : 'Cancel'}</Button>
          <Button type="submit" form={formId} look="primary" isBusy={generate.isPending}>
            Generate
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4"
      >
        {generate.isError && <Notice>{sentenceOf(generate.error, faqSentences.generateFailed)}</Notice>}
        {note && <Notice tone="info">{note}</Notice>}
        <SkippedPages pages={skipped} />
        <TextArea
          label="Page URLs"
          rows={5}
          placeholder="https://acme.com/help"
          hint={`One on each line, or with commas or spaces between. ${faqLimits.pages} pages at most.`}
          error={problem ?? undefined}
          value={text}
          readOnly={generate.isPending}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
      </form>
    </Dialog>
  )
}

function addedSentence({ length }: Faq[]): string {
  if (length === 0) return 'No new FAQs were found.'
  return length === 1 ? 'Added 1 FAQ.' : `Added ${length} FAQs.`
}
