import type { SourcePage } from '@aichat/contracts/ai/sources'
import { formatCount } from '../kit/format/format-count.ts'
import { formatLanguage } from '../kit/format/format-language.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'

/** The address, size, language and state of a page. */
export function PageNote({ page, name }: { page: SourcePage; name: string }) {
  const isWebPage = /^https?:/.test(page.url)
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2">
      {isWebPage ? (
        <ExternalLink href={page.url}>{name}</ExternalLink>
      ) : (
        <span className="wrap-anywhere">{name}</span>
      )}
      <span>{formatCount(page.characters, 'character')}</span>
      {page.language && <span>{formatLanguage(page.language)}</span>}
      {page.itemId === null && <Badge tone="accent">New</Badge>}
      {page.itemStatus === 'embedded' && <Badge tone="ok">Used</Badge>}
      {page.itemStatus === 'pending' && <Badge tone="warn">Being added</Badge>}
      {page.itemStatus === 'failed' && <Badge tone="bad">Failed</Badge>}
      {page.missingCount > 0 && <Badge tone="warn">Missing</Badge>}
      {page.itemError && <span className="basis-full text-bad">{page.itemError}</span>}
    </div>
  )
}
