import { createHash, randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { commonSentences } from '@aichat/contracts/common'
import pg from 'pg'
import { Sql as Statement } from 'sql-template-tag'
import { runPipelinedTransaction } from '../drivers/pipelined-transaction.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../process/log.ts'
import { noTracing, type Tracing } from '../process/tracing.ts'
import type { Database } from './database.ts'

/** A query inside a scope: sql<Row>`select … where id = ${id}`. Values travel apart from the text. */
type Tag = <Row extends object>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>

export type Sql = Tag & {
  /**
   * The last statement of a transaction: COMMIT follows right behind it, and has been answered when this is. Where it is the
   * only one, it goes by itself.
   */
  andCommit: Tag
  /**
   * A statement of few shapes that runs all day: planned once a connection. Not for a search, whose best plan depends on
   * what is searched.
   */
  prepared: Tag
}

/**
 * The only ways to the tables. Each call is one transaction: it rolls back when `work` throws, and has been
 * committed when it answers. Nothing slow (a model, a page, a mail) may be awaited inside `work`.
 */
export type Db = {
  /** Sees and writes the rows of one company, whatever the query says. */
  company<T>(companyId: string, work: (sql: Sql) => Promise<T>): Promise<T>
  /** Reads the columns that lead from a key (email, public key, token) to its company, and nothing else. */
  lookup<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Whether the database answers within two seconds. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

const diskFull = '53100'
const readOnly = '25006'
const retryAfterSeconds = 5
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}

const traced = { 'db.system.name': 'postgresql' }

export function createDb(
  { pool, hasOwnSessions }: Pick<Database, 'pool' | 'hasOwnSessions'>,
  log: Log,
  tracing: Tracing = noTracing,
): Db {
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  return {
    company(companyId, work) {
      // The id stands in the text so that the whole opening is one message to the database; it can only be a UUID.
      if (!isId(companyId)) throw new Error('A company id is a UUID')
      const begin = `BEGIN; SELECT set_config('role', 'aichat_app', true), set_config('app.company', '${companyId}', true)`
      return tracing.traceCall('database company', traced, () =>
        transaction({ pool, log }, { begin, alone: hasOwnSessions ? companyId : null }, work),
      )
    },
    lookup: (work) =>
      tracing.traceCall('database lookup', traced, () =>
        transaction(
          { pool, log },
          { begin: 'BEGIN READ ONLY; SET LOCAL ROLE aichat_lookup', alone: null },
          work,
        ),
      ),
    answers: () =>
      Promise.race([
        pool.query('SELECT 1').then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref()),
      ]),
    close: () => pool.end(),
  }
}

/** `alone`: the company in which a last statement that is the only one may go by itself. */
type Scope = { begin: string; alone: string | null }

async function transaction<T>(
  { pool, log }: { pool: pg.Pool; log: Log },
  { begin, alone }: Scope,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let begun: Promise<unknown> | undefined
  let isCommitted = false
  const open: Open = {
    client,
    begin() {
      if (begun) return
      writeTogether(client)
      // Not awaited: the first query follows it on the wire. Were it to fail, the transaction that it began has failed,
      // and the database refuses whatever comes behind it.
      begun = client.query(begin)
      begun.catch(() => {})
    },
    async commit() {
      const { command } = await client.query('COMMIT')
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: a swallowed error must not look stored.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
      isCommitted = true
    },
    company: () => (begun ? null : alone),
  }
  try {
    const result = await work(scope(open))
    await begun
    if (begun && !isCommitted) await open.commit()
    return result
  } catch (error) {
    if (begun) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
    }
    throw withoutRoom(error, log) ?? error
  } finally {
    client.release(broken)
  }
}

/** What a full disk refuses, and a database that only reads for now, is for later, and no bug of ours. */
function withoutRoom(error: unknown, log: Log): Refusal | null {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code === diskFull) log.error({ err: error }, 'the database has no room')
  if (code !== diskFull && code !== readOnly) return null
  return new Refusal(503, commonSentences.storageFull, 'not_ready', undefined, retryAfterSeconds)
}

/** What is sent in one go leaves in one write, and wakes the database once. */
function writeTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

type Open = {
  client: pg.PoolClient
  begin(): void
  commit(): Promise<void>
  /** Where a statement may go alone: the company; null once anything has begun. */
  company(): string | null
}

function scope({ client, begin, commit, company }: Open): Sql {
  const sent = async <Row extends object>(statement: pg.QueryConfig) => {
    begin()
    return (await client.query<Row>(statement)).rows
  }
  const tag: Tag = (text, ...values) => sent(new Statement(text, values))
  const prepared: Tag = (text, ...values) => sent(preparedStatement(text, values, client))
  const andCommit: Tag = async <Row extends object>(text: TemplateStringsArray, ...values: unknown[]) => {
    const alone = company()
    if (alone)
      return (await runPipelinedTransaction(client, alone, preparedStatement(text, values, client))) as Row[]
    const [rows, committed] = await Promise.allSettled([prepared<Row>(text, ...values), commit()])
    if (rows.status === 'rejected') throw rows.reason
    if (committed.status === 'rejected') throw committed.reason
    return rows.value
  }
  return Object.assign(tag, { andCommit, prepared })
}

type Prepared = { text: string; hash: string }
type NamedStatement = pg.QueryConfig & { name: string }

/** By the template that they were written as, where it holds no part of another: a text need not be put together again. */
const templates = new WeakMap<TemplateStringsArray, Prepared>()
const connectionNames = new WeakMap<pg.PoolClient, string>()

/** A statement under a name of its own. The connections to the embedded database share one session, and so their names. */
function preparedStatement(
  template: TemplateStringsArray,
  given: unknown[],
  client: pg.PoolClient,
): NamedStatement {
  let connection = connectionNames.get(client)
  if (!connection) {
    connection = randomUUID()
    connectionNames.set(client, connection)
  }
  const known = templates.get(template)
  if (known) return { name: `${known.hash} ${connection}`, text: known.text, values: given }
  const { text, values } = new Statement(template, given)
  const hash = hashOf(text)
  if (!given.some((value) => value instanceof Statement)) templates.set(template, { text, hash })
  return { name: `${hash} ${connection}`, text, values }
}

const hashes = new Map<string, string>()

function hashOf(text: string): string {
  let hash = hashes.get(text)
  if (!hash) {
    hash = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    hashes.set(text, hash)
  }
  return hash
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false
  return constraint === undefined || error.constraint === constraint
}

const integerTypes = { bigint: 20 }
const timeTypes = { timestamptz: 1184 }

/** Times stay text, in the form the contract promises: parsing a Date only to print it again cost more than the query. */
pg.types.setTypeParser(timeTypes.timestamptz, isoTime)
pg.types.setTypeParser(integerTypes.bigint, Number)

/** '2026-01-31 12:00:00.5+00' → '2026-01-31T12:00:00.500Z'. The session's time zone is UTC. */
function isoTime(text: string): string {
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 20)) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
