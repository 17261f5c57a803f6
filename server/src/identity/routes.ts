import { randomBytes } from 'node:crypto'
import type { Project } from '@aichat/contracts/company/projects'
import { identityLimits, identityRoutes, identitySentences } from '@aichat/contracts/widget/identity'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { requireSecret } from './guard.ts'
import { addSecret, listSecrets, removeSecret } from './store.ts'

const visibleCharacters = 4

type Dependencies = Pick<App, 'settings'>

export function mountIdentity(http: Http, app: Dependencies): void {
  const encryption = createEncryption(app.settings)
  serve(http, identityRoutes, { projectId: requireProject, secretId: requireSecret })({
    list: async ({ sql, project }) => ({ secrets: await listSecrets(sql, project.id) }),

    add: async ({ sql, actor, caller, project }) => {
      const secret = `is_${randomBytes(32).toString('base64url')}`
      const ending = secret.slice(-visibleCharacters)
      await lockProject(sql, project.id)
      const before = await listSecrets(sql, project.id)
      if (before.length >= identityLimits.secrets) refuse(409, identitySentences.tooMany)
      await addSecret(sql, {
        id: newId(),
        companyId: caller.companyId,
        projectId: project.id,
        encryptedSecret: encryption.encrypt(secret),
        ending,
      })
      await recordAuditEvent(sql, actor, 'identity_secret_added', toSubject(project, { to: `…${ending}` }))
      return { secret, secrets: await listSecrets(sql, project.id) }
    },

    remove: async ({ sql, actor, project, secret }) => {
      await removeSecret(sql, project.id, secret.id)
      await recordAuditEvent(
        sql,
        actor,
        'identity_secret_removed',
        toSubject(project, { from: `…${secret.ending}` }),
      )
      return { secrets: await listSecrets(sql, project.id) }
    },
  })
}

/** The subject of an event: the project with the ending of the secret before (`from`) or after it (`to`). */
function toSubject({ id, name }: Project, ending: { from: string } | { to: string }) {
  return { kind: 'project' as const, id, name, field: 'secret', ...ending }
}
