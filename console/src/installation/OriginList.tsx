import { describeRoles } from '@aichat/contracts/company/permissions'
import { installationLimits, installationSentences, parseOrigin } from '@aichat/contracts/widget/installation'
import { Plus, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { usePermission } from '../kit/permissions.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { normalizeUrl } from './check-page.ts'
import { useInstallation, useSaveOrigins } from './queries.ts'

type Props = {
  projectId: string
  /** Show the load error here, when no other card on the screen does. */
  showsLoadError: boolean
}

/** The websites that may show the chat: the project's own website and the listed origins. */
export function OriginList({ projectId, showsLoadError }: Props) {
  const { data: installation, isError, refetch } = useInstallation(projectId)
  const save = useSaveOrigins(projectId)
  const canEdit = usePermission('origins.manage')
  if (!installation) {
    return isError && showsLoadError ? (
      <ErrorCard message={installationSentences.loadFailed} onRetry={refetch} />
    ) : null
  }
  const { website, origins } = installation
  const isOpen = website === null && origins.length === 0

  function remove(origin: string) {
    save.mutate(origins.filter((one) => one !== origin))
  }

  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-title">Allowed websites</h2>
        {!isOpen && <p className="mt-1 text-body text-ink-2">Only these websites can show your chat.</p>}
      </div>
      {isOpen && (
        <p className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-body text-warn">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          Any website can show your chat until you add one here or set the project's website URL.
        </p>
      )}
      {!isOpen && (
        <ul className="flex flex-col divide-y border-y">
          {website && (
            <li className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 py-1.5">
              <span className="min-w-0 wrap-anywhere">{website}</span>
              <span className="text-muted">Project website</span>
            </li>
          )}
          {origins
            .filter((origin) => origin !== website)
            .map((origin) => (
              <li key={origin} className="flex min-h-10 items-center justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">{origin}</span>
                <IconButton
                  label={`Remove ${origin}`}
                  permission="origins.manage"
                  onPress={() => remove(origin)}
                >
                  <X aria-hidden strokeWidth={1.75} />
                </IconButton>
              </li>
            ))}
        </ul>
      )}
      {canEdit ? (
        <AddOriginForm save={save} origins={origins} />
      ) : (
        <p className="text-ink-2">{describeRoles('origins.manage')}</p>
      )}
    </Card>
  )
}

type FormProps = { save: ReturnType<typeof useSaveOrigins>; origins: readonly string[] }

/** Also shows why a website could not be removed. */
function AddOriginForm({ save, origins }: FormProps) {
  const [typed, setTyped] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const saveError = save.error && errorMessage(save.error, installationSentences.saveFailed)

  function add() {
    const address = normalizeUrl(typed)
    const origin = address && parseOrigin(address)
    setInvalid(!origin)
    if (!origin) return
    // Text that was typed in the meantime stays.
    return save.mutateAsync([...origins, origin], {
      onSuccess: () => setTyped((now) => (now === typed ? '' : now)),
    })
  }

  return (
    <Form
      hasInitialFocus={false}
      onSubmit={add}
      isBusy={save.isPending}
      className="flex flex-col gap-2 sm:flex-row sm:items-start"
    >
      <div className="min-w-0 flex-1">
        <TextInput
          label="Add a website"
          type="url"
          inputMode="url"
          placeholder="https://shop.acme.com"
          maxLength={installationLimits.address}
          value={typed}
          error={isInvalid ? installationSentences.origin : (saveError ?? undefined)}
          onChange={(event) => {
            setTyped(event.target.value)
            setInvalid(false)
            if (save.isError) save.reset()
          }}
        />
      </div>
      <Button
        type="submit"
        isBusy={save.isPending}
        icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
        className="sm:mt-6.5"
      >
        Add
      </Button>
    </Form>
  )
}
