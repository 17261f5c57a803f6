type Props = { pages: readonly { url: string; reason: string }[] }

export function SkippedPages({ pages }: Props) {
  if (pages.length === 0) return null
  return (
    <div>
      <h3 className="font-strong">Skipped pages</h3>
      <ul className="mt-1 flex flex-col gap-2">
        {pages.map((page) => (
          <li key={page.url}>
            <span className="block wrap-anywhere">{page.url}</span>
            <span className="block text-warn">{page.reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
