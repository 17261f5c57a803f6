import type { Session } from '@aichat/contracts/chat/sessions'
import type { QueryClient } from '@tanstack/react-query'
import type { ListFilter, SessionPage } from './session-list.ts'

/** The pages of the list of conversations in the query cache, one query per filter. */
export function createSessionListCache(client: QueryClient, listsKey: readonly string[]) {
  const all = () => client.getQueriesData<SessionPage>({ queryKey: listsKey })
  return {
    update(update: (page: SessionPage, filter: ListFilter) => SessionPage) {
      for (const [key, page] of all())
        if (page) client.setQueryData<SessionPage>(key, update(page, key[2] as ListFilter))
    },
    find(sessionId: string): Session | undefined {
      for (const [, page] of all()) {
        const row = page?.sessions.find((session) => session.sessionId === sessionId)
        if (row) return row
      }
    },
    getSessions: (): Session[] => all().flatMap(([, page]) => page?.sessions ?? []),
  }
}
