/** As high as the setup bar. */
export function SetupBarPlaceholder() {
  return <div aria-hidden className="min-h-12.25 shrink-0 border-b bg-accent-soft touch:min-h-14.25" />
}
