import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import type { Source, SourceRun } from '@aichat/contracts/ai/sources'
import { type Person, waitUntil } from './client.ts'

/** The last run of a source, once it has ended. */
export async function waitForRun(owner: Person, path: string): Promise<SourceRun> {
  const find = async () => ((await owner.get('GET', path)) as Source).lastRun
  const run = await waitWhileItProgresses(find, (last) => last !== null && last.status !== 'running')
  return run as SourceRun
}

/** All knowledge items of a project, once none is being embedded. */
export function waitForItems(owner: Person, agent: string): Promise<KnowledgeItem[]> {
  return waitWhileItProgresses<KnowledgeItem[]>(
    () => owner.get('GET', `${agent}/kb`),
    (items) => items.every(({ stage }) => stage === null),
  )
}

/** Like `waitUntil`, but the longest wait is that for the next change. */
async function waitWhileItProgresses<T>(look: () => Promise<T>, isRight: (seen: T) => boolean): Promise<T> {
  for (let last = ''; ; ) {
    const seen = await waitUntil(look, (value) => isRight(value) || JSON.stringify(value) !== last)
    if (isRight(seen)) return seen
    last = JSON.stringify(seen)
  }
}
