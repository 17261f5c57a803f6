import { ShieldAlert } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ApiKeyList } from '../api-keys/ApiKeyList.tsx'
import { usePermission } from '../kit/permissions.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Tabs } from '../ui/Tabs.tsx'

const WebhookList = lazyPart(() => import('../webhooks/WebhookList.tsx').then((file) => file.WebhookList))
const RetentionList = lazyPart(() =>
  import('../erasure/RetentionList.tsx').then((file) => file.RetentionList),
)
const EraseCard = lazyPart(() => import('../erasure/EraseCard.tsx').then((file) => file.EraseCard))

const tabs = [
  { key: 'keys', label: 'API keys', panel: <ApiKeyList /> },
  {
    key: 'webhooks',
    label: 'Webhooks',
    panel: <WebhookList />,
  },
  {
    key: 'data',
    label: 'Data',
    panel: (
      <div className="flex flex-col gap-4">
        <RetentionList />
        <EraseCard />
      </div>
    ),
  },
] as const

type TabKey = (typeof tabs)[number]['key']

/** API keys, webhooks and data retention, for Owners and Admins. */
export function ApiSettings() {
  const isAdministrator = usePermission('api_keys.manage')
  const [query, setQuery] = useSearchParams()
  const selected = tabs.find(({ key }) => key === query.get('tab'))?.key ?? 'keys'
  return (
    <div className="page">
      <PageTitle title="API and data" className="mb-4 text-title-l font-semibold">
        API and data
      </PageTitle>
      {isAdministrator ? (
        <Tabs<TabKey>
          label="API and data"
          tabs={tabs}
          selected={selected}
          onSelect={(tab) => setQuery({ tab }, { replace: true })}
          panelClassName="pt-4 outline-none"
        />
      ) : (
        <EmptyState icon={ShieldAlert} title="Only Owners and Admins can open this page">
          Ask an Owner or Admin for an API key or a webhook, or to erase a visitor.
        </EmptyState>
      )}
    </div>
  )
}
