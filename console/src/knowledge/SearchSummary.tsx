import { searchRoutes } from '@aichat/contracts/ai/search'
import { useQuery } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { api } from '../kit/http/api.ts'
import { describeSearch } from './describe-search.ts'

const calls = api(searchRoutes)
const pollIntervalMs = 10_000

/** How the AI searches this knowledge. Shows nothing while the status is unknown. */
export function SearchSummary({ projectId }: { projectId: string }) {
  const { data } = useQuery({
    queryKey: ['search-status', projectId],
    queryFn: ({ signal }) => calls.status({ params: { projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.chunksWithoutMeaning ? pollIntervalMs : false),
  })
  if (!data) return null
  return (
    <p className="mt-3 flex items-start gap-2 border-t pt-3 text-ink-2">
      <ScanSearch aria-hidden size={14} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
      <span>{describeSearch(data)}</span>
    </p>
  )
}
