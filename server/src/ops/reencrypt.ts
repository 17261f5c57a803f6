import type pg from 'pg'
import type { AppSecrets } from '../kit/security/derived-keys.ts'
import { createEncryption } from '../kit/security/encryption.ts'
import { listTables, quoteIdentifier } from './catalog.ts'
import { enterCompany, enterExportRole } from './rows.ts'

type EncryptedValue = { table: string; column: string; companyId: string; value: string }

/** How many stored values each secret can decrypt. */
export type EncryptedCounts = { current: number; previous: number; neither: number }

/**
 * Encrypts values with APP_SECRET that only APP_SECRET_PREVIOUS can decrypt. Other processes may do the same at the same time.
 * @returns the number of values
 */
export async function reencryptStoredSecrets(pool: pg.Pool, secrets: AppSecrets): Promise<number> {
  if (!secrets.previousAppSecret) return 0
  const client = await pool.connect()
  let count = 0
  try {
    await client.query('BEGIN')
    const values = (await listEncrypted(client)).filter(({ value }) => findKey(value, secrets) === 'previous')
    const encryption = createEncryption(secrets)
    for (const { table, column, companyId, value } of values) {
      await enterCompany(client, companyId)
      // Unchanged values only: another process may have replaced it.
      const name = quoteIdentifier(column)
      const { rowCount } = await client.query(
        `UPDATE ${quoteIdentifier(table)} SET ${name} = $1 WHERE ${name} = $2`,
        [encryption.encrypt(encryption.decrypt(value)), value],
      )
      count += rowCount ?? 0
    }
    await client.query('COMMIT')
    return count
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // the connection is lost, and the transaction with it
    throw error
  } finally {
    client.release()
  }
}

/** Requires a transaction. */
export async function countEncrypted(client: pg.ClientBase, secrets: AppSecrets): Promise<EncryptedCounts> {
  const counts = { current: 0, previous: 0, neither: 0 }
  for (const { value } of await listEncrypted(client)) counts[findKey(value, secrets)]++
  return counts
}

/** Columns with encrypted values are found by their names, so that none is forgotten. */
async function listEncrypted(client: pg.ClientBase): Promise<EncryptedValue[]> {
  const found: EncryptedValue[] = []
  const tables = await listTables(client)
  await enterExportRole(client)
  for (const { name, columns } of tables) {
    for (const column of columns.filter((one) => one.name.endsWith('encrypted_secret'))) {
      const quoted = quoteIdentifier(column.name)
      const { rows } = await client.query<{ companyId: string; value: string }>(
        `SELECT company_id AS "companyId", ${quoted} AS value FROM ${quoteIdentifier(name)} WHERE ${quoted} IS NOT NULL`,
      )
      found.push(...rows.map((row) => ({ table: name, column: column.name, ...row })))
    }
  }
  await client.query('RESET ROLE')
  return found
}

function findKey(value: string, { appSecret, previousAppSecret }: AppSecrets): keyof EncryptedCounts {
  const canDecrypt = (secret: string) =>
    createEncryption({ appSecret: secret, previousAppSecret: null }).canDecrypt(value)
  if (canDecrypt(appSecret)) return 'current'
  return previousAppSecret && canDecrypt(previousAppSecret) ? 'previous' : 'neither'
}
