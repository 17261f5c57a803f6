/** The product's mark and name. */
export function Brand({ isShort }: { isShort?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-strong">
      <img src="/favicon.svg" alt={isShort ? 'AI Chat Platform' : ''} width={24} height={24} />
      {!isShort && <span className="truncate">AI Chat Platform</span>}
    </span>
  )
}
