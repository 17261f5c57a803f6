/** As high as the setup bar, which has two lines on phones. */
export function SetupBarPlaceholder() {
  return <div aria-hidden className="min-h-10.25 shrink-0 border-b bg-accent-soft max-md:min-h-14.25" />
}
