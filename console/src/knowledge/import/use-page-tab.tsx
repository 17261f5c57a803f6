import { knowledgeLimits, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { errorMessage } from '../../kit/http/api-error.ts'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWebAddress } from '../../ui/forms/use-web-address.ts'
import type { FormTab } from '../../ui/overlay/TabbedFormDialog.tsx'
import { useAddKnowledge } from '../queries.ts'
import { AddFailure } from './AddFailure.tsx'

/** A single page, with the function that fills in its address. */
export function usePageTab(
  projectId: string,
  onDone: () => void,
): { pageTab: FormTab<'url'>; setUrl: (url: string) => void } {
  const add = useAddKnowledge(projectId)
  const { address, setAddress, check, field } = useWebAddress(knowledgeSentences.url)
  const pageTab: FormTab<'url'> = {
    key: 'url',
    label: 'URL',
    isBusy: add.isPending,
    isBlocked: address === '',
    isDirty: !add.isPending && address !== '',
    failure: add.error && (
      <AddFailure message={knowledgeSentences.addFailed} reason={errorMessage(add.error, '')} />
    ),
    onSubmit: () =>
      check() ? add.mutateAsync({ type: 'url', url: address }, { onSuccess: onDone }) : undefined,
    panel: (
      <TextInput
        label="Page URL"
        type="url"
        inputMode="url"
        maxLength={knowledgeLimits.url}
        placeholder="https://acme.com/help"
        hint="Reads this page only. To read all pages of a website, use Website."
        {...field}
      />
    ),
  }
  return { pageTab, setUrl: setAddress }
}
