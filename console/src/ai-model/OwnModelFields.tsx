import { type AiModel, aiModelLimits, aiModelSentences } from '@aichat/contracts/ai/ai-model'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { ApiKeyField } from './ApiKeyField.tsx'
import { LocalServers } from './LocalServers.tsx'
import { ModelNames } from './ModelNames.tsx'
import { chooseProvider, type DraftErrors, type ModelDraft, toInput } from './model-draft.ts'
import { getProvider, providers } from './providers.ts'
import { useTestAiModel } from './queries.ts'

type Props = {
  stored: AiModel
  draft: ModelDraft
  errors: DraftErrors
  onChange: (draft: ModelDraft) => void
}

const options = providers.map(({ id, label }) => ({ value: id, label }))

/** Provider, address, key and model of the company's own model. */
export function OwnModelFields({ stored, draft, errors, onChange }: Props) {
  const list = useTestAiModel()
  const set = (change: Partial<ModelDraft>) => onChange({ ...draft, ...change })
  const { isHosted = false } = getProvider(draft.providerId)
  const isAtUsualAddress = isHosted && draft.baseUrl === getProvider(draft.providerId).baseUrl

  function loadModels() {
    const input = toInput({ ...draft, model: '', embeddingModel: '', inputPrice: '', outputPrice: '' })
    if (input) list.mutate(input)
  }

  return (
    <div className="flex flex-col gap-4">
      <LocalServers
        usedAddress={draft.baseUrl}
        onChoose={(baseUrl, providerId) => {
          list.reset()
          set({ ...chooseProvider(draft, providerId), baseUrl })
        }}
      />
      <Select
        label="Provider"
        value={draft.providerId}
        options={options}
        onChange={(id) => {
          list.reset()
          onChange(chooseProvider(draft, id))
        }}
      />
      {!isAtUsualAddress && (
        <TextInput
          label="Address"
          isRequired
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://api.example.com/v1"
          maxLength={aiModelLimits.url}
          value={draft.baseUrl}
          error={errors.baseUrl}
          onChange={(event) => {
            list.reset()
            set({ baseUrl: event.target.value })
          }}
        />
      )}
      <ApiKeyField
        stored={stored}
        draft={draft}
        isOptional={!isHosted}
        error={errors.apiKey}
        onChange={set}
      />
      <ModelNames
        draft={draft}
        errors={errors}
        names={list.data?.models ?? []}
        onChange={set}
        load={
          <Button isBusy={list.isPending} onPress={loadModels}>
            {list.data && list.data.models.length > 0 ? 'Reload models' : 'Load models'}
          </Button>
        }
      />
      {(list.error || list.data?.error) && (
        <Notice>{list.data?.error ?? errorMessage(list.error, aiModelSentences.testFailed)}</Notice>
      )}
      <p className="text-muted">
        Visitors' questions and matching parts of your knowledge are sent to this model. Card numbers,
        national IDs and passwords are removed first.
      </p>
      <Prices draft={draft} error={errors.prices} onChange={set} />
    </div>
  )
}

type PricesProps = { draft: ModelDraft; error?: string; onChange: (change: Partial<ModelDraft>) => void }

function Prices({ draft, error, onChange }: PricesProps) {
  const field = (label: string, name: 'inputPrice' | 'outputPrice', message?: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      maxLength={10}
      value={draft[name]}
      error={message}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('Input price', 'inputPrice', error)}
      {field('Output price', 'outputPrice')}
      <p className="-mt-2 text-muted sm:col-span-2">
        US dollars per million tokens, from your provider's price list. Used to estimate costs.
      </p>
    </div>
  )
}
