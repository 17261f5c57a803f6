import { sourceSentences } from '@aichat/contracts/ai/sources'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { useSources } from './queries.ts'
import { SourceRow } from './SourceRow.tsx'

const SourcePanel = lazyOverlay(() => import('./SourcePanel.tsx').then((file) => file.SourcePanel))

/** The websites and archives of the knowledge. Nothing is shown while there are none. */
export function SourceList({ projectId }: { projectId: string }) {
  const { data: sources, error, refetch } = useSources(projectId)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = sources?.find(({ id }) => id === openId)
  if (!sources) {
    if (!error) return null
    return <ErrorCard message={errorMessage(error, sourceSentences.loadFailed)} onRetry={refetch} />
  }
  if (sources.length === 0) return null
  return (
    <Card>
      <h2 className="text-title">
        Websites and archives <span className="text-muted">({sources.length})</span>
      </h2>
      <ul aria-label="Websites and archives" className="mt-2 divide-y divide-line">
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            projectId={projectId}
            source={source}
            onOpen={() => setOpenId(source.id)}
          />
        ))}
      </ul>
      {open && <SourcePanel projectId={projectId} source={open} onClose={() => setOpenId(null)} />}
    </Card>
  )
}
