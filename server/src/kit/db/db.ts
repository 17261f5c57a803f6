import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { Sql as Statement } from 'sql-template-tag'
import { corkUntilNextTick } from '../drivers/pg-connection.ts'
import { canPipeline, runPipelinedTransaction } from '../drivers/pipelined-transaction.ts'
import type { Log } from '../observability/log.ts'
import { noTracing, type Tracing } from '../observability/tracing.ts'
import { type Availability, createAvailability } from '../process/availability.ts'
import { isConnectionError, toUnavailable } from './database-errors.ts'

export type Connections = {
  pool: pg.Pool
  /** Whether each connection has a separate session. Connections to the embedded database share one. */
  hasOwnSessions: boolean
}

/** A parameterized query: sql<Row>`select … where id = ${id}`. */
type Tag = <Row extends object>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>

export type Sql = Tag & {
  /**
   * The last statement of a transaction: it resolves after the COMMIT that is sent behind it. When it is also the only
   * statement, the whole transaction takes one round trip.
   */
  andCommit: Tag
  /**
   * A prepared statement, planned once per connection. Not for searches, whose best plan depends on the values.
   */
  prepared: Tag
}

/**
 * The only access to tables. Each call is one transaction, which is rolled back when `work` throws and committed when the
 * call resolves. `work` must not await anything slow, such as a model, a page or a mail server. It runs again after a
 * deadlock, so it must have no effects outside the database.
 *
 * Lock order, which prevents deadlocks: company, project, visitors, session states (by id), the company's revision, and then
 * rows of other tables.
 */
export type Db = {
  /** Reads and writes the rows of one company, enforced by row-level security. */
  company<T>(companyId: string, work: (sql: Sql) => Promise<T>): Promise<T>
  /** Reads the rows of one company, all as of the same moment. */
  snapshot<T>(companyId: string, work: (sql: Sql) => Promise<T>): Promise<T>
  /** Reads only the columns that map a key (email, public key, token) to its company. */
  lookup<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Whether the database answers within two seconds. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

const deadlockDetected = '40P01'
const maxAttempts = 4
const inFailedTransaction = '25P02'
const queryCanceled = '57014'
const answerTimeoutMs = 2000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}

const spanAttributes = { 'db.system.name': 'postgresql' }

export function createDb({ pool, hasOwnSessions }: Connections, log: Log, tracing: Tracing = noTracing): Db {
  const availability = createAvailability(log, {
    level: 'error',
    lost: 'the database is unavailable: requests fail until it is back',
    regained: 'the database is available again',
  })
  pool.on('error', availability.lost)
  if (!hasOwnSessions) deallocateOnRemove(pool)
  return {
    company(companyId, work) {
      const begin = beginForCompany('BEGIN', companyId)
      return tracing.traceCall('database company', spanAttributes, () =>
        runTransaction(
          { pool, log, availability },
          { begin, pipelinedCompanyId: hasOwnSessions ? companyId : null },
          work,
        ),
      )
    },
    snapshot(companyId, work) {
      const begin = beginForCompany('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', companyId)
      return tracing.traceCall('database snapshot', spanAttributes, () =>
        runTransaction({ pool, log, availability }, { begin, pipelinedCompanyId: null }, work),
      )
    },
    lookup(work) {
      const begin = 'BEGIN READ ONLY; SET LOCAL ROLE aichat_lookup'
      return tracing.traceCall('database lookup', spanAttributes, () =>
        runTransaction({ pool, log, availability }, { begin, pipelinedCompanyId: null }, work),
      )
    },
    answers: () =>
      Promise.race([
        pool.query('SELECT 1').then(
          () => {
            availability.regained()
            return true
          },
          (error) => {
            if (isConnectionError(error)) availability.lost(error)
            return false
          },
        ),
        new Promise<boolean>((resolve) => setTimeout(resolve, answerTimeoutMs, false).unref()),
      ]),
    close: () => pool.end(),
  }
}

/** The id is part of the text so that one message opens the transaction; it can only be a UUID. */
function beginForCompany(begin: string, companyId: string): string {
  if (!isId(companyId)) throw new Error('A company id must be a UUID')
  return `${begin}; SELECT set_config('role', 'aichat_app', true), set_config('app.company', '${companyId}', true)`
}

/** A shared session keeps the prepared statements of a closed connection, which no other connection uses. */
function deallocateOnRemove(pool: pg.Pool): void {
  pool.on('remove', (client) => {
    const clientName = clientNames.get(client as pg.PoolClient)
    if (!clientName) return
    // A pool that ends refuses the query: the session of the embedded database ends as well.
    pool.query(deallocateAll(clientName)).catch(() => {})
  })
}

function deallocateAll(clientName: string): string {
  return `
    DO $$ DECLARE statement text;
    BEGIN
      FOR statement IN SELECT name FROM pg_prepared_statements WHERE name LIKE '% ${clientName}' LOOP
        EXECUTE format('DEALLOCATE %I', statement);
      END LOOP;
    END $$`
}

/** `pipelinedCompanyId` is the company for a pipelined transaction; null where pipelining is not possible. */
type TransactionOptions = { begin: string; pipelinedCompanyId: string | null }

/** Runs a transaction, and repeats it when PostgreSQL has rolled it back to resolve a deadlock. */
async function runTransaction<T>(
  { pool, log, availability }: { pool: pg.Pool; log: Log; availability: Availability },
  options: TransactionOptions,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await tryTransaction(pool, options, work)
      availability.regained()
      return result
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === deadlockDetected
      if (!isDeadlock || attempt === maxAttempts) throw toUnavailable(error, log, availability) ?? error
      log.warn({ err: error }, 'a transaction is repeated after a deadlock')
    }
  }
}

async function tryTransaction<T>(
  pool: pg.Pool,
  options: TransactionOptions,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const transaction = createTransaction(client, options)
  let connectionError: Error | undefined
  try {
    const result = await work(createSql(client, transaction))
    await transaction.finish()
    return result
  } catch (error) {
    connectionError = await transaction.rollBack()
    throw error
  } finally {
    transaction.end()
    client.release(connectionError)
  }
}

type Transaction = {
  /**
   * Sends BEGIN before the first statement.
   * @throws Error after the end: the connection has been released, and it would not be restricted to the company
   */
  begin(): void
  end(): void
  commit(): Promise<void>
  /** Commits unless a statement has done so. */
  finish(): Promise<void>
  /** Returns the error of a broken connection, which must not go back to the pool. */
  rollBack(): Promise<Error | undefined>
  /** The company if the next statement may run as a pipelined transaction; null once another statement has run. */
  getPipelinedCompanyId(): string | null
}

function createTransaction(
  client: pg.PoolClient,
  { begin, pipelinedCompanyId }: TransactionOptions,
): Transaction {
  let beginning: Promise<unknown> | undefined
  let isCommitted = false
  let isEnded = false

  function requireOpen(): void {
    if (isEnded) throw new Error('A statement was sent after the end of its transaction')
  }

  async function commit(): Promise<void> {
    const { command } = await client.query('COMMIT')
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK: a swallowed error must not look committed.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    isCommitted = true
  }

  return {
    begin() {
      requireOpen()
      if (beginning) return
      corkUntilNextTick(client)
      // Not awaited: the first query is sent right behind it. If it fails, the database refuses every query of the
      // transaction, and `finish` reports the error.
      beginning = client.query(begin)
      beginning.catch(() => {})
    },
    commit,
    async finish() {
      await beginning
      if (beginning && !isCommitted) await commit()
    },
    async rollBack() {
      if (!beginning) return undefined
      return client.query('ROLLBACK').then(
        () => undefined,
        (error: Error) => error,
      )
    },
    end() {
      isEnded = true
    },
    getPipelinedCompanyId() {
      requireOpen()
      return !beginning && canPipeline(client) ? pipelinedCompanyId : null
    },
  }
}

function createSql(client: pg.PoolClient, { begin, commit, getPipelinedCompanyId }: Transaction): Sql {
  let firstError: unknown
  const query = async <Row extends object>(statement: pg.QueryConfig) => {
    begin()
    try {
      return (await client.query<Row>(statement)).rows
    } catch (error) {
      firstError ??= error
      // After an error PostgreSQL refuses the statements that were sent behind it: the first error is their reason.
      throw isAbortedTransaction(error) ? firstError : error
    }
  }
  const tag: Tag = (text, ...values) => query(new Statement(text, values))
  const prepared: Tag = (text, ...values) => query(createNamedStatement(text, values, client))
  const andCommit: Tag = async <Row extends object>(text: TemplateStringsArray, ...values: unknown[]) => {
    const companyId = getPipelinedCompanyId()
    if (companyId) {
      const statement = createNamedStatement(text, values, client)
      return (await runPipelinedTransaction(client, companyId, statement)) as Row[]
    }
    const [rows, committed] = await Promise.allSettled([prepared<Row>(text, ...values), commit()])
    if (rows.status === 'rejected') throw rows.reason
    if (committed.status === 'rejected') throw committed.reason
    return rows.value
  }
  return Object.assign(tag, { andCommit, prepared })
}

type NamedStatement = pg.QueryConfig & { name: string }

/** Text and hash of templates without nested fragments, so that they are assembled once. */
const staticTemplates = new WeakMap<TemplateStringsArray, { text: string; hash: string }>()
const clientNames = new WeakMap<pg.PoolClient, string>()

/** Names a statement by its text and client: the clients of the embedded database share a session and its names. */
function createNamedStatement(
  template: TemplateStringsArray,
  parameters: unknown[],
  client: pg.PoolClient,
): NamedStatement {
  let clientName = clientNames.get(client)
  if (!clientName) {
    clientName = randomUUID()
    clientNames.set(client, clientName)
  }
  const cached = staticTemplates.get(template)
  if (cached) return { name: `${cached.hash} ${clientName}`, text: cached.text, values: parameters }
  const { text, values } = new Statement(template, parameters)
  const hash = hashText(text)
  if (!parameters.some((value) => value instanceof Statement)) staticTemplates.set(template, { text, hash })
  return { name: `${hash} ${clientName}`, text, values }
}

const hashes = new Map<string, string>()

function hashText(text: string): string {
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

function isAbortedTransaction(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === inFailedTransaction
}

export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === queryCanceled
}

const integerTypes = { bigint: 20 }
const timeTypes = { timestamptz: 1184 }

/** Timestamps are converted from text to text: parsing and formatting a Date costs more than the query. */
pg.types.setTypeParser(timeTypes.timestamptz, toIsoTime)
pg.types.setTypeParser(integerTypes.bigint, Number)

/** '2026-01-31 12:00:00.5+00' → '2026-01-31T12:00:00.500Z'. The time zone of the session is UTC. */
function toIsoTime(text: string): string {
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 20)) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
