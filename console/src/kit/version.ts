/** Whether the server has another build of the console than this tab. An unreachable server does not count. */
export async function isNewVersionAvailable(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!entry) return false
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok && !(await response.text()).includes(new URL(entry.src).pathname)
  } catch {
    return false
  }
}
