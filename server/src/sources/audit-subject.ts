import type { Source } from '@aichat/contracts/ai/sources'

/** How the audit log names a source. */
export function toSubject({ id, name }: Pick<Source, 'id' | 'name'>) {
  return { kind: 'source' as const, id, name }
}
