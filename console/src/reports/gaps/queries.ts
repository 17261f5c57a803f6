import {
  type ReportGaps,
  type Topic,
  type TopicForm,
  type TopicOrder,
  type TopicQuestion,
  type TopicStatus,
  topicRoutes,
  topicSentences,
} from '@aichat/contracts/company/topics'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { cache } from '../../kit/cache.ts'
import { api } from '../../kit/http/api.ts'
import { errorMessage } from '../../kit/http/api-error.ts'
import { log } from '../../kit/log.ts'
import { runUndoable } from '../../ui/feedback/run-undoable.ts'
import { toast } from '../../ui/feedback/toasts.ts'
import { findPeriodError, type ReportFilter, toApiQuery } from '../filter/report-filter.ts'
import { refreshMs, useReport } from '../queries.ts'
import type { AnswerDraft } from './answer-draft.ts'

const calls = api(topicRoutes)

export function useGaps(
  filter: ReportFilter,
  { status, sort, limit }: { status: TopicStatus | 'all'; sort: TopicOrder; limit: number },
) {
  const query = { ...toApiQuery(filter), status, sort, limit: String(limit) }
  return useReport({ name: 'gaps', query, read: (signal) => calls.gaps({ query, signal }) })
}

/** The unanswered questions of a topic, or with null those without one, the newest first. */
export function useTopicQuestions(filter: ReportFilter, topicId: string | null) {
  const query = toQuestionQuery(filter, topicId)
  return useInfiniteQuery({
    queryKey: ['reports', 'gaps', 'questions', query] as const,
    queryFn: ({ pageParam, signal }) => calls.questions({ query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled: !findPeriodError(filter),
    staleTime: 0,
    // Later pages would move while they are read.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? refreshMs : false),
  })
}

/** What a person replied to the topic's example, or else to its newest question with a reply; null when there is none. */
export async function findReply(filter: ReportFilter, { id, example }: Topic): Promise<string | null> {
  try {
    const { questions } = await calls.questions({ query: toQuestionQuery(filter, id) })
    const replied = questions.filter(({ reply }) => reply)
    return (replied.find(({ question }) => question === example) ?? replied[0])?.reply ?? null
  } catch (error) {
    log(topicSentences.loadQuestionsFailed, error)
    return null
  }
}

function toQuestionQuery(filter: ReportFilter, topicId: string | null) {
  const query = toApiQuery(filter)
  return topicId === null ? query : { ...query, topicId }
}

function reload() {
  return cache.invalidateQueries({ queryKey: ['reports', 'gaps'] })
}

export function useRenameTopic() {
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: TopicForm['name'] }) =>
      calls.update({ params: { topicId: id }, body: { name } }),
    onSuccess: reload,
    onError: (error) => {
      log(topicSentences.saveFailed, error)
      toast(errorMessage(error, topicSentences.saveFailed), { tone: 'bad' })
    },
  })
}

const statusMessages: Record<TopicStatus, string> = {
  open: 'Topic reopened',
  answered: 'Topic marked as answered',
  dismissed: 'Topic dismissed',
}

async function setStatus(topicId: string, status: TopicStatus) {
  await calls.update({ params: { topicId }, body: { status } })
  await reload()
}

/** Shows a toast with Undo. */
export function changeTopicStatus(topic: Topic, status: TopicStatus) {
  return runUndoable(
    () => setStatus(topic.id, status),
    () => setStatus(topic.id, topic.status),
    { done: statusMessages[status], failed: topicSentences.saveFailed },
  )
}

/** A question without a topic gets one of its own with this status. */
async function addTopic({ sessionId, seq }: TopicQuestion, status: TopicStatus): Promise<string> {
  const { id } = await calls.add({ body: { sessionId, seq, status } })
  await reload()
  return id
}

/** Shows a toast with Undo, after which the question is an open topic of its own. */
export function dismissQuestion(question: TopicQuestion) {
  let topicId: string | null = null
  return runUndoable(
    async () => {
      topicId = await addTopic(question, 'dismissed')
    },
    async () => {
      if (topicId !== null) await setStatus(topicId, 'open')
    },
    { done: 'Question dismissed', failed: topicSentences.saveFailed },
  )
}

/** After an answer was written. */
export async function markAsAnswered(settled: NonNullable<AnswerDraft['settles']>): Promise<void> {
  try {
    if ('topic' in settled) await setStatus(settled.topic.id, 'answered')
    else await addTopic(settled.question, 'answered')
  } catch (error) {
    log(topicSentences.saveFailed, error)
    toast(errorMessage(error as Error, topicSentences.saveFailed), { tone: 'bad' })
  }
}

/** Shows a toast with Undo. */
export function mergeTopics(topic: Pick<Topic, 'id' | 'name'>, into: Pick<Topic, 'id' | 'name'>) {
  const merge = async () => {
    await calls.merge({ params: { topicId: topic.id }, body: { into: into.id } })
    await reload()
  }
  return runUndoable(merge, () => separate(topic.id), {
    done: `Merged into “${into.name}”`,
    failed: topicSentences.mergeFailed,
  })
}

/** Shows a toast with Undo. */
export function separateTopic(topic: ReportGaps['topics'][number]['merged'][number], from: Topic) {
  const mergeAgain = async () => {
    await calls.merge({ params: { topicId: topic.id }, body: { into: from.id } })
    await reload()
  }
  return runUndoable(() => separate(topic.id), mergeAgain, {
    done: 'Topic separated',
    failed: topicSentences.saveFailed,
  })
}

async function separate(topicId: string) {
  await calls.unmerge({ params: { topicId } })
  await reload()
}
