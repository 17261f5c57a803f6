import { type Source, sourceSentences } from '@aichat/contracts/ai/sources'
import { FileSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { SearchField } from '../ui/forms/SearchField.tsx'
import { isReading } from './describe-run.ts'
import { IgnoredPages } from './IgnoredPages.tsx'
import { PageTree } from './PageTree.tsx'
import { buildPageTree } from './page-tree.ts'
import { useSourcePages } from './queries.ts'

type Props = {
  place: { projectId: string; sourceId: string }
  source: Source
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** The pages that were read, to choose which ones the AI may use. */
export function PageReview({ place, source, chosen, onChoose }: Props) {
  const { data: pages, error, refetch } = useSourcePages(place.projectId, source)
  const [search, setSearch] = useState('')

  const wanted = search.trim().toLowerCase()
  const shown = useMemo(
    () => pages?.filter(({ url, title }) => `${title} ${url}`.toLowerCase().includes(wanted)) ?? [],
    [pages, wanted],
  )
  const ignored = useMemo(() => shown.filter(({ isIgnored }) => isIgnored), [shown])
  const tree = useMemo(() => buildPageTree(shown.filter(({ isIgnored }) => !isIgnored)), [shown])
  const newIds = tree.flatMap((node) => node.newIds)
  const areAllChosen = newIds.length > 0 && newIds.every((id) => chosen.has(id))

  function change(ids: readonly string[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChoose(next)
  }

  if (!pages) {
    if (!error) return <Skeleton className="h-40 w-full" />
    return <ErrorCard message={errorMessage(error, sourceSentences.loadFailed)} onRetry={refetch} />
  }
  if (pages.length === 0) {
    return (
      <EmptyState icon={FileSearch} title={isReading(source) ? 'Looking for pages…' : 'No pages yet'}>
        {isReading(source)
          ? 'Pages appear here as they are read. You can close this window meanwhile.'
          : 'Check the settings, then look for pages again.'}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        Choose the pages that your AI assistant may answer from. Open a page to see what was read.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <SearchField label="Search pages" placeholder="Search pages" value={search} onChange={setSearch} />
        </div>
        <Button size="compact" isDisabled={newIds.length === 0} onPress={() => change(newIds, !areAllChosen)}>
          {areAllChosen ? 'Clear selection' : `Select all new (${newIds.length})`}
        </Button>
      </div>
      {tree.length === 0 ? (
        <p className="py-6 text-center text-ink-2">
          {wanted === '' ? 'All pages are ignored.' : `No results for “${search.trim()}”`}
        </p>
      ) : (
        <PageTree
          nodes={tree}
          chosen={chosen}
          onChange={change}
          isExpanded={shown.length <= 60 || wanted !== ''}
        />
      )}
      {ignored.length > 0 && <IgnoredPages place={place} pages={ignored} isOpen={wanted !== ''} />}
    </div>
  )
}
