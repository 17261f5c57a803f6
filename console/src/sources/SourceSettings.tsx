import { type Source, sourceLimits, sourceSentences } from '@aichat/contracts/ai/sources'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { ChangeRuleField } from '../ui/forms/ChangeRuleField.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { useRemoveSource, useUpdateSource } from './queries.ts'
import { SiteFields } from './SiteFields.tsx'
import { createSiteDraft, toConfig } from './site-draft.ts'

type Props = { place: { projectId: string; sourceId: string }; source: Source; onRemoved: () => void }

export function SourceSettings({ place, source, onRemoved }: Props) {
  const update = useUpdateSource(place)
  const [name, setName] = useState(source.name)
  const [draft, setDraft] = useState(() => createSiteDraft(source))
  const [asksBeforePublish, setAsksBeforePublish] = useState(source.asksBeforePublish)

  function save() {
    const { maxPages, maxDepth, schedule } = draft
    const site =
      source.kind === 'site' ? { config: toConfig(draft), limits: { maxPages, maxDepth }, schedule } : {}
    return update.mutateAsync(
      { name, asksBeforePublish, ...site },
      { onSuccess: () => toast('Settings saved') },
    )
  }

  return (
    <div className="flex flex-col gap-6">
      <Form isBusy={update.isPending} onSubmit={save} className="flex flex-col gap-4">
        {update.error && <Notice>{errorMessage(update.error, sourceSentences.saveFailed)}</Notice>}
        <TextInput
          label="Name"
          maxLength={sourceLimits.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {source.kind === 'site' && (
          <SiteFields draft={draft} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
        )}
        <ChangeRuleField
          label="When pages change"
          asksFirst={asksBeforePublish}
          onChange={setAsksBeforePublish}
        />
        <div>
          <Button
            type="submit"
            permission="knowledge.edit"
            isBusy={update.isPending}
            isDisabled={name.trim() === '' && !update.isPending}
          >
            Save settings
          </Button>
        </div>
      </Form>
      <RemoveSource place={place} source={source} onRemoved={onRemoved} />
    </div>
  )
}

function RemoveSource({ place, source, onRemoved }: Props) {
  const remove = useRemoveSource(place)
  const [isAsking, setAsking] = useState(false)

  function confirm() {
    setAsking(false)
    remove.mutate(undefined, {
      onSuccess: onRemoved,
      onError: (error) => toast(errorMessage(error, sourceSentences.removeFailed), { tone: 'bad' }),
    })
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="text-ink-2">Removing it also removes its pages from the knowledge.</p>
      <Button
        variant="danger"
        icon={<Trash2 aria-hidden size={16} />}
        permission="knowledge.delete"
        isBusy={remove.isPending}
        onPress={() => setAsking(true)}
      >
        Remove
      </Button>
      <AlertDialog
        title={`Remove ${source.name}`}
        question="Its pages are removed from the knowledge, and your AI assistant stops answering from them."
        confirmLabel="Remove"
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
      />
    </div>
  )
}
