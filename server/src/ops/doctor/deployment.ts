import type pg from 'pg'
import { explainSecret, findDirectoryDifference, readDeployment } from '../../kit/db/deployment.ts'
import type { Settings } from '../../kit/process/settings.ts'
import { countEncrypted } from '../reencrypt.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const part = 'secret'

/** Whether this process agrees with the others on APP_SECRET and on the place of files. Requires a transaction. */
export async function checkDeployment(client: pg.ClientBase, settings: Settings): Promise<Finding[]> {
  const stored = await readDeployment(client)
  const [secret, secretRemedy] = splitSentence(explainSecret(stored, settings))
  const [directory, directoryRemedy] = splitSentence(findDirectoryDifference(stored, settings))
  return [
    secret ? bad(part, secret, secretRemedy) : ok(part, 'APP_SECRET is that of the installation'),
    ...(await checkEncrypted(client, settings)),
    ...(directory ? [bad('data directory', directory, directoryRemedy)] : []),
  ]
}

async function checkEncrypted(client: pg.ClientBase, settings: Settings): Promise<Finding[]> {
  const { current, previous, neither } = await countEncrypted(client, settings)
  const total = current + previous + neither
  if (neither > 0)
    return [
      bad(
        part,
        `${neither} of ${total} stored webhook and identity secrets cannot be decrypted`,
        'Set the APP_SECRET that encrypted them as APP_SECRET_PREVIOUS and restart, or create them again in the console.',
      ),
    ]
  if (previous > 0)
    return [
      warn(
        part,
        `${previous} of ${total} stored webhook and identity secrets need APP_SECRET_PREVIOUS`,
        'Restart a process, which encrypts them with APP_SECRET, before you remove APP_SECRET_PREVIOUS.',
      ),
    ]
  return settings.previousAppSecret
    ? [ok(part, 'no stored secret needs APP_SECRET_PREVIOUS; sign-ins may need it for 30 days')]
    : []
}

/** The finding, and what to do. */
function splitSentence(text: string | null): [string, string] {
  const [found = '', ...todo] = (text ?? '').split(/(?<=\.) /)
  return [found, todo.join(' ')]
}
