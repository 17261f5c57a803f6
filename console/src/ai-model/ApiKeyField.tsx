import { type AiModel, aiModelLimits } from '@aichat/contracts/ai/ai-model'
import { Button } from '../ui/Button.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { keepsKey, type ModelDraft } from './model-draft.ts'
import { getProvider } from './providers.ts'

type Props = {
  stored: AiModel
  draft: ModelDraft
  isOptional: boolean
  error?: string
  onChange: (change: Partial<ModelDraft>) => void
}

/** The stored key is write-only. An empty field leaves it unchanged. */
export function ApiKeyField({ stored, draft, isOptional, error, onChange }: Props) {
  const isKept = keepsKey(stored, draft)
  const { keysUrl } = getProvider(draft.providerId)
  return (
    <div className="flex flex-col gap-1.5">
      <TextInput
        label="API key"
        hint={
          isKept ? (
            'A key is saved. Leave this empty to keep it.'
          ) : (
            <>
              Stored encrypted, and never shown again.{' '}
              {keysUrl && <ExternalLink href={keysUrl}>Get a key</ExternalLink>}
            </>
          )
        }
        type="password"
        autoComplete="off"
        spellCheck={false}
        isRequired={!isOptional && !isKept}
        maxLength={aiModelLimits.apiKey}
        value={draft.apiKey}
        error={error}
        onChange={(event) => onChange({ apiKey: event.target.value, removesKey: false })}
      />
      {isKept && isOptional && (
        <Button
          variant="danger-ghost"
          size="compact"
          className="self-start"
          onPress={() => onChange({ apiKey: '', removesKey: true })}
        >
          Remove key
        </Button>
      )}
    </div>
  )
}
