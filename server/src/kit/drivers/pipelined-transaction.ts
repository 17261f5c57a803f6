import pg from 'pg'
import { getConnection, type PgConnection } from './pg-connection.ts'

/** The internal interface of pg.Query. */
type Query = {
  submit(connection: PgConnection): Error | null
  handleDataRow(row: unknown): void
  handleCommandComplete(message: unknown, connection: PgConnection): void
}
type Callback = (error: Error | undefined, result: { rows: object[] }) => void
const InternalQuery = pg.Query as unknown as new (statement: pg.QueryConfig, callback: Callback) => Query
const queryMethods = ['submit', 'handleDataRow', 'handleCommandComplete'] as const

/** Sets the role and the company for row-level security until the transaction ends. */
const setCompany = {
  name: 'set_company',
  text: "SELECT set_config('role', 'aichat_app', true), set_config('app.company', $1, true)",
}

/** Feature probe: false when the driver no longer has the internals that a pipelined transaction needs. */
export function canPipeline(client: object): boolean {
  const hasQueryMethods = queryMethods.every((name) => typeof InternalQuery.prototype[name] === 'function')
  return hasQueryMethods && getConnection(client) !== null
}

/** Two statements followed by one Sync message: PostgreSQL executes all messages before a Sync as one transaction. */
class CompanyQuery extends InternalQuery {
  readonly #companyId: string
  #isCompanySet = false

  constructor(companyId: string, statement: pg.QueryConfig, callback: Callback) {
    super(statement, callback)
    this.#companyId = companyId
  }

  override submit(connection: PgConnection): Error | null {
    connection.stream.cork()
    connection.bind({ statement: setCompany.name, values: [this.#companyId] })
    connection.execute({})
    const error = super.submit(connection)
    connection.stream.uncork()
    return error
  }

  override handleDataRow(row: unknown): void {
    if (this.#isCompanySet) super.handleDataRow(row)
  }

  override handleCommandComplete(message: unknown, connection: PgConnection): void {
    if (this.#isCompanySet) super.handleCommandComplete(message, connection)
    this.#isCompanySet = true
  }
}

const prepared = new WeakSet<pg.PoolClient>()

/**
 * Runs one named statement as a transaction in a single round trip, and resolves after the commit. Requires a client for
 * which `canPipeline` holds, whose database session is not shared: in a shared session the messages of other clients would
 * become part of the transaction.
 */
export async function runPipelinedTransaction(
  client: pg.PoolClient,
  companyId: string,
  statement: pg.QueryConfig & { name: string },
): Promise<object[]> {
  if (!prepared.has(client)) {
    prepared.add(client)
    // Not awaited: the connection sends its messages in order.
    client.query({ ...setCompany, values: [companyId] }).catch(() => prepared.delete(client))
  }
  try {
    return await new Promise((resolve, reject) => {
      const callback: Callback = (error, result) => (error ? reject(error) : resolve(result.rows))
      client.query(new CompanyQuery(companyId, statement, callback) as unknown as pg.Query)
    })
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
