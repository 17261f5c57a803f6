/** The result of one check and the recommended action. `bad`: something does not work; `warn`: something may stop working. */
export type Finding = { part: string; state: 'ok' | 'warn' | 'bad'; found: string; todo: string | null }

export function ok(part: string, found: string): Finding {
  return { part, state: 'ok', found, todo: null }
}

export function warn(part: string, found: string, todo: string): Finding {
  return { part, state: 'warn', found, todo }
}

export function bad(part: string, found: string, todo: string): Finding {
  return { part, state: 'bad', found, todo }
}

/** The first line of an error's message; of an aggregate error, that of its first cause. */
export function getErrorMessage(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] }
  if (!message && errors?.length) return getErrorMessage(errors[0])
  return (message || code || String(error)).split('\n')[0]?.slice(0, 300) ?? ''
}
