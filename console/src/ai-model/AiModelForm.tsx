import { type AiModel, aiModelSentences, type ModelSource, modelSources } from '@aichat/contracts/ai/ai-model'
import { useState } from 'react'
import { ApiError, errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Form } from '../ui/forms/Form.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx'
import { ModelTest } from './ModelTest.tsx'
import { createDraft, type DraftErrors, type ModelDraft, priceSentence, toInput } from './model-draft.ts'
import { OwnModelFields } from './OwnModelFields.tsx'
import { useSaveAiModel, useTestAiModel } from './queries.ts'
import { sourceLabels } from './source-labels.ts'

/** Chooses, tests and saves the model. The server saves only what answers. */
export function AiModelForm({ stored }: { stored: AiModel }) {
  const [draft, setDraft] = useState(() => createDraft(stored))
  const [errors, setErrors] = useState<DraftErrors>({})
  const save = useSaveAiModel()
  const test = useTestAiModel()
  const isBusy = save.isPending || test.isPending
  const isDirty = JSON.stringify(draft) !== JSON.stringify(createDraft(stored))

  function change(next: ModelDraft) {
    setDraft(next)
    setErrors({})
    save.reset()
    test.reset()
  }

  function readInput() {
    const input = toInput(draft)
    const isNamed = draft.source !== 'company' || draft.model.trim() !== ''
    const found: DraftErrors = {
      ...(input ? {} : { prices: priceSentence }),
      ...(isNamed ? {} : { model: aiModelSentences.model }),
    }
    setErrors(found)
    return isNamed ? input : null
  }

  async function onSubmit() {
    const input = readInput()
    if (!input) return
    const saved = await save.mutateAsync(input)
    setDraft(createDraft(saved))
    toast('AI model saved')
  }

  function onTest() {
    const input = readInput()
    if (input) test.mutate(input)
  }

  const failure = save.error ?? test.error
  const fieldErrors = { ...toFieldErrors(failure), ...errors }
  return (
    <Form onSubmit={onSubmit} isBusy={save.isPending} hasInitialFocus={false} className="flex flex-col gap-5">
      <RadioCards
        label="Who answers your visitors"
        value={draft.source}
        cards={listSources(stored)}
        columns={stored.installationModel ? 3 : 2}
        onChange={(source) => change({ ...draft, source })}
      />
      {draft.source === 'company' && (
        <OwnModelFields stored={stored} draft={draft} errors={fieldErrors} onChange={change} />
      )}
      {failure && Object.keys(toFieldErrors(failure)).length === 0 && (
        <Notice>{errorMessage(failure, aiModelSentences.saveFailed)}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          isBusy={save.isPending}
          isDisabled={!isDirty && !save.isPending}
        >
          Save
        </Button>
        <Button onPress={onTest} isBusy={test.isPending} isDisabled={isBusy && !test.isPending}>
          Test with your questions
        </Button>
      </div>
      <ModelTest test={test} />
      <UnsavedChangesGuard isDirty={isDirty && !save.isPending} question="You have unsaved changes." />
    </Form>
  )
}

function listSources({ installationModel }: AiModel) {
  const details: Record<ModelSource, string | null> = {
    builtin: 'Quotes your pages. No setup, no cost, and no data is shared.',
    installation: installationModel && `Answers in its own words with ${installationModel}. No setup.`,
    company: 'Connect OpenAI, Anthropic, Mistral or a server of your own.',
  }
  return modelSources.flatMap((value) => {
    const detail = details[value]
    return detail === null ? [] : [{ value, label: sourceLabels[value], detail }]
  })
}

function toFieldErrors(error: Error | null): DraftErrors {
  const fields = error instanceof ApiError ? error.fields : []
  const known = ['baseUrl', 'apiKey', 'model', 'embeddingModel', 'prices'] as const
  return Object.fromEntries(
    known.flatMap((name) => {
      const found = fields.find(({ field }) => field === name || field.startsWith(`${name}.`))
      return found ? [[name, found.message]] : []
    }),
  )
}
