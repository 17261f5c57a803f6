export function ownScript(): HTMLScriptElement | null {
  const current = document.currentScript as HTMLScriptElement | null
  if (current?.getAttribute('data-key')) return current
  // A tag manager may have inserted the script in a way that hides which one is running.
  return document.querySelector<HTMLScriptElement>('script[data-key][src*="/widgets/loader.js"]')
}
