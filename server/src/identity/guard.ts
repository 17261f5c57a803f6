import type { IdentitySecret } from '@aichat/contracts/widget/identity'
import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { listSecrets } from './store.ts'

/** Loads the secret of :secretId in the project of :projectId. */
export const requireSecret: Guard<IdentitySecret> = async (sql, { projectId, secretId }) => {
  if (!isId(projectId) || !isId(secretId)) return null
  const secrets = await listSecrets(sql, projectId)
  return secrets.find(({ id }) => id === secretId) ?? null
}
