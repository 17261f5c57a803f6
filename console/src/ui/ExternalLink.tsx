import { ArrowUpRight } from 'lucide-react'

export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      title={href}
      rel="noopener noreferrer"
      className="inline-flex min-w-0 max-w-full items-center gap-1 text-accent-text hover:underline"
    >
      <span className="truncate">{children}</span>
      <ArrowUpRight aria-hidden size={14} className="shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
