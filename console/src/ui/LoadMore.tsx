import { Button } from './Button.tsx'
import type { ButtonSize } from './button-styles.ts'
import { RetryButton } from './feedback/RetryButton.tsx'

/** What an infinite query returns. */
type Query = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Below a list in pages: loads the next page, while there is one. */
export function LoadMore({ query, size }: { query: Query; size?: ButtonSize }) {
  if (!query.hasNextPage) return null
  return (
    <div className="flex items-center gap-2 self-center">
      <Button size={size} isBusy={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
        Load more
      </Button>
      {query.isFetchNextPageError && <RetryButton onPress={() => query.fetchNextPage()} />}
    </div>
  )
}
