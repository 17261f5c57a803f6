import { knowledgeLimits, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { isWebUrl } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import type { FormTab } from '../../ui/overlay/TabbedFormDialog.tsx'
import { useAddKnowledge } from '../queries.ts'
import { AddFailure } from './AddFailure.tsx'

type Options = { onDone: () => void; onReadPage: (url: string) => void }

/** A text that is written or pasted. An address instead of a text is offered as a page. */
export function useTextTab(projectId: string, { onDone, onReadPage }: Options): FormTab<'manual'> {
  const add = useAddKnowledge(projectId)
  const [title, setTitle] = useState('')
  const [content, setContent] = useState('')
  const isBlank = content.trim() === ''
  const isTooLong = content.length > knowledgeLimits.manualText

  function readPage() {
    onReadPage(content.trim())
    setContent('')
  }

  return {
    key: 'manual',
    label: 'Manual',
    isBusy: add.isPending,
    isBlocked: isBlank,
    isDirty: !add.isPending && `${title}${content}`.trim() !== '',
    failure: add.error && (
      <AddFailure message={knowledgeSentences.addFailed} reason={errorMessage(add.error, '')} />
    ),
    onSubmit: () => {
      // Saving without input does nothing.
      if (isBlank || isTooLong) return
      return add.mutateAsync({ type: 'manual', content, title }, { onSuccess: onDone })
    },
    panel: (
      <>
        <TextArea
          label="Text"
          hint="Plain text or Markdown."
          rows={7}
          limit={knowledgeLimits.manualText}
          counted={content.length}
          error={isTooLong ? knowledgeSentences.longContent : undefined}
          placeholder={knowledgeSentences.content}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
        {isWebUrl(content.trim()) && (
          <Notice tone="info">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p>This is a web address. Do you want to add the page?</p>
              <Button size="compact" onPress={readPage}>
                Add the page
              </Button>
            </div>
          </Notice>
        )}
        <TextInput
          label="Title"
          hint="Without one, the first line of the text is used."
          maxLength={knowledgeLimits.title}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </>
    ),
  }
}
