import { type RefObject, useMemo } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import type { InboxDialog } from './InboxMenu.tsx'
import { inboxShortcuts } from './shortcuts.ts'
import type { InboxFilter } from './use-inbox-filter.ts'
import { isUnread, type useListNavigation } from './use-list-navigation.ts'
import { views } from './ViewButtons.tsx'

type Options = {
  searchField: RefObject<HTMLInputElement | null>
  step: ReturnType<typeof useListNavigation>['step']
  onDialog: (dialog: InboxDialog) => void
  setFilter: InboxFilter['setFilter']
}

/** Registers the keyboard shortcuts and palette commands of the inbox. */
export function useInboxActions({ searchField, step, onDialog, setFilter }: Options) {
  const actions = useMemo<Action[]>(() => {
    const pageAction = (
      label: string,
      keys: string | undefined,
      run: () => void,
      keywords?: string,
    ): Action => ({ label, keywords, keys, run, group: 'Actions on this page' })
    const { search, next, previous, nextUnread, previousUnread } = inboxShortcuts
    return [
      pageAction('Search conversations', search, () => searchField.current?.focus()),
      pageAction('Next conversation', next, () => step(1)),
      pageAction('Previous conversation', previous, () => step(-1)),
      pageAction('Next unread conversation', nextUnread, () => step(1, isUnread)),
      pageAction('Previous unread conversation', previousUnread, () => step(-1, isUnread)),
      pageAction(
        'Saved replies',
        undefined,
        () => onDialog('replies'),
        'canned responses, macros, templates, snippets',
      ),
      ...views.map(({ label, view }) => ({
        ...pageAction(`View: ${label}`, undefined, () => setFilter(view), 'filter, queue, show'),
        isSearchOnly: true,
      })),
      pageAction('Labels', undefined, () => onDialog('labels'), 'tags, categories'),
    ]
  }, [searchField, step, onDialog, setFilter])
  useActions(actions)
}
