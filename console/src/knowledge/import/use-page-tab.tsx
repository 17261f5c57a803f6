import { knowledgeLimits, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { isWebUrl } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import type { FormTab } from '../../ui/overlay/TabbedFormDialog.tsx'
import { useAddKnowledge } from '../queries.ts'
import { AddFailure } from './AddFailure.tsx'

/** A single page, with the function that fills in its address. */
export function usePageTab(
  projectId: string,
  onDone: () => void,
): { pageTab: FormTab<'url'>; setUrl: (url: string) => void } {
  const add = useAddKnowledge(projectId)
  const [url, setUrl] = useState('')
  const [isChecked, setChecked] = useState(false)
  const address = url.trim()
  const isInvalid = address !== '' && !isWebUrl(address)
  const pageTab: FormTab<'url'> = {
    key: 'url',
    label: 'URL',
    isBusy: add.isPending,
    isBlocked: address === '',
    isDirty: !add.isPending && address !== '',
    failure: add.error && (
      <AddFailure message={knowledgeSentences.addFailed} reason={errorMessage(add.error, '')} />
    ),
    onSubmit: () => {
      setChecked(true)
      if (address === '' || isInvalid) return
      return add.mutateAsync({ type: 'url', url: address }, { onSuccess: onDone })
    },
    panel: (
      <TextInput
        label="Page URL"
        type="url"
        inputMode="url"
        maxLength={knowledgeLimits.url}
        placeholder="https://acme.com/help"
        hint="Reads this page only. To read all pages of a website, use Website."
        error={isChecked && isInvalid ? knowledgeSentences.url : undefined}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        onBlur={() => setChecked(true)}
      />
    ),
  }
  return { pageTab, setUrl }
}
