import { useAnswerState } from './answer-queries.ts'
import { describeGoLive } from './go-live.ts'

/** One sentence on the screens where answers and the design are edited and published. */
export function GoLiveNote({ projectId, isPublished }: { projectId: string; isPublished: boolean }) {
  const { data: state } = useAnswerState(projectId)
  return <p className="min-h-5 text-ink-2">{state && describeGoLive(isPublished, state)}</p>
}
