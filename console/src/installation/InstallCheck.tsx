import { type CheckIn, type Installation, installationSentences } from '@aichat/contracts/widget/installation'
import { CircleAlert, CircleCheck, ScanSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { stripScheme } from '../kit/format/format.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { buildCheckUrl, type CheckResult, findCheckResult, normalizeUrl, suggestPage } from './check-page.ts'
import { useInstallation, useSaveOrigins } from './queries.ts'

/** How long a check waits for the opened page to check in. */
const checkTimeoutMs = 60_000

type Check = { page: string; before: Installation; result: CheckResult | null; isTimedOut: boolean }

/** The websites that the widget checked in from, the blocked ones, and a check of a single page. */
export function InstallCheck({ projectId, websiteUrl }: { projectId: string; websiteUrl: string | null }) {
  const [check, setCheck] = useState<Check | null>(null)
  const isWaiting = check !== null && !check.result && !check.isTimedOut
  const { data: installation, isError, refetch } = useInstallation(projectId, isWaiting)
  const found = isWaiting && installation ? findCheckResult(check.page, check.before, installation) : null

  useEffect(() => {
    if (!isWaiting) return
    if (found) return setCheck({ ...check, result: found })
    const timer = setTimeout(() => setCheck({ ...check, isTimedOut: true }), checkTimeoutMs)
    return () => clearTimeout(timer)
  }, [check, isWaiting, found])

  if (!installation) {
    return isError ? (
      <ErrorCard message={installationSentences.loadFailed} onRetry={refetch} />
    ) : (
      <Skeleton className="h-40 w-full" />
    )
  }
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-title">Installation</h2>
        <p className="mt-1 text-body text-ink-2">
          Open a page on your site and we'll confirm the widget is installed.
        </p>
      </div>
      <CheckForm
        page={suggestPage(websiteUrl, installation)}
        isWaiting={isWaiting}
        onCheck={(page) => {
          setCheck({ page, before: installation, result: null, isTimedOut: false })
          window.open(buildCheckUrl(page), '_blank', 'noopener')
        }}
      />
      {check && (
        <div role="status" className="text-body">
          {isWaiting ? (
            <p className="flex items-center gap-2 text-ink-2">
              <Spinner /> Waiting for the widget to load…
            </p>
          ) : (
            <CheckOutcome result={check.result} installation={installation} />
          )}
        </div>
      )}
      <DetectedWebsites checkIns={installation.seen} />
      <BlockedWebsites projectId={projectId} installation={installation} />
    </Card>
  )
}

type FormProps = { page: string; isWaiting: boolean; onCheck: (page: string) => void }

function CheckForm({ page, isWaiting, onCheck }: FormProps) {
  const [typed, setTyped] = useState(page)
  const [isWrong, setWrong] = useState(false)
  function submit() {
    const address = normalizeUrl(typed)
    setWrong(address === null)
    if (address) onCheck(address)
  }
  return (
    <Form
      hasInitialFocus={false}
      onSubmit={submit}
      isBusy={isWaiting}
      className="flex flex-col gap-2 sm:flex-row sm:items-start"
    >
      <div className="min-w-0 flex-1">
        <TextInput
          label="Page to check"
          type="url"
          inputMode="url"
          placeholder="https://www.acme.com"
          value={typed}
          error={isWrong ? installationSentences.origin : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
        />
      </div>
      <Button
        type="submit"
        isBusy={isWaiting}
        icon={<ScanSearch aria-hidden size={16} strokeWidth={1.75} />}
        className="sm:mt-6.5"
      >
        Check installation
      </Button>
    </Form>
  )
}

function CheckOutcome({ result, installation }: { result: CheckResult | null; installation: Installation }) {
  if (!result) {
    return (
      <Outcome isGood={false}>
        We didn't detect the widget. Make sure the code is on that page and the page is published.
      </Outcome>
    )
  }
  const { isRefused, checkIn } = result
  const { origin, pageUrl } = checkIn
  if (!isRefused) return <Outcome isGood>{`Widget found on ${pageUrl ?? origin}.`}</Outcome>
  const isAllowedNow = installation.origins.includes(origin) || installation.website === origin
  return (
    <Outcome isGood={isAllowedNow}>
      {isAllowedNow
        ? `${origin} is allowed now. Reload the page to see the chat.`
        : `${origin} was blocked because it isn't an allowed website.`}
    </Outcome>
  )
}

function Outcome({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <p className={`flex items-start gap-2 ${isGood ? 'text-ok' : 'text-warn'}`}>
      <Icon aria-hidden size={18} className="mt-px shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

function DetectedWebsites({ checkIns }: { checkIns: CheckIn[] }) {
  if (checkIns.length === 0) return <p className="text-body text-muted">Not detected on any website yet.</p>
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-strong text-ink-2">Last seen</h3>
      <ul className="flex flex-col divide-y">
        {checkIns.map((checkIn) => (
          <li key={checkIn.origin} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">{stripScheme(checkIn.pageUrl ?? checkIn.origin)}</span>
            <Times checkIn={checkIn} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function BlockedWebsites({ projectId, installation }: { projectId: string; installation: Installation }) {
  const save = useSaveOrigins(projectId)
  const { refused, origins } = installation
  if (refused.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-strong text-warn">Blocked</h3>
      <ul className="flex flex-col divide-y">
        {refused.map((checkIn) => (
          <li
            key={checkIn.origin}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">{checkIn.origin}</span>
            <Times checkIn={checkIn} />
            <Button
              size="compact"
              label={`Allow ${checkIn.origin}`}
              permission="origins.manage"
              isBusy={save.isPending && save.variables.includes(checkIn.origin)}
              onPress={() => save.mutate([...origins, checkIn.origin])}
            >
              Allow
            </Button>
          </li>
        ))}
      </ul>
      {save.isError && <p className="text-bad">{installationSentences.saveFailed}</p>}
    </div>
  )
}

function Times({ checkIn: { count, lastSeenAt } }: { checkIn: CheckIn }) {
  return (
    <span className="text-muted tabular-nums">
      {count === 1 ? 'once' : `${count} times`} · <RelativeTime time={lastSeenAt} />
    </span>
  )
}
