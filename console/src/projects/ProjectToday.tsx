import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatCount, formatPercent } from '../kit/format/format-count.ts'
import { api } from '../kit/http/api.ts'
import { chatsPath } from '../paths.ts'
import { textLink } from '../ui/text-link.ts'

const calls = api(sessionRoutes)
const refetchIntervalMs = 60_000

/** How many conversations the project has today, and which share of them only the AI replied to. */
export function ProjectToday({ projectId }: { projectId: string }) {
  const { data: today, isError } = useQuery({
    queryKey: ['sessions', 'today'],
    queryFn: ({ signal }) => calls.today({ signal }),
    refetchInterval: refetchIntervalMs,
  })
  if (!today) return isError && '–'
  const counts = today.find((one) => one.projectId === projectId)
  if (!counts) return 'No chats today'
  const { conversations, aiOnly } = counts
  return (
    <>
      <Link to={chatsPath(null, undefined, { project: projectId })} className={textLink}>
        {formatCount(conversations, 'chat')} today
      </Link>
      <span title={`${aiOnly} of ${conversations} had replies from the AI assistant only.`}>
        AI only {formatPercent(aiOnly / conversations)}
      </span>
    </>
  )
}
