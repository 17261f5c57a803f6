const delays = ['0ms', '150ms', '300ms']

/** Hidden from screen readers: announcing it would interrupt the messages. */
export function TypingDots() {
  return (
    <div
      aria-hidden
      data-testid="typing"
      className="flex h-9 items-center gap-1 self-start rounded-dialog rounded-es-tail bg-bubble-visitor px-4"
    >
      {delays.map((animationDelay) => (
        <span
          key={animationDelay}
          style={{ animationDelay }}
          className="size-1.5 animate-dot rounded-pill bg-ink-2"
        />
      ))}
    </div>
  )
}
