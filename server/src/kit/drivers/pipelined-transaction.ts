import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What of the driver's connection and of its queries is not in its types; the query streams of its makers use it too. */
type Wire = {
  stream: Duplex
  bind(about: { statement: string; values: string[] }): void
  execute(about: object): void
}
type Query = {
  submit(wire: Wire): Error | null
  handleDataRow(row: unknown): void
  handleCommandComplete(done: unknown, wire: Wire): void
}
type Answered = (error: Error | undefined, result: { rows: object[] }) => void
const PreparedQuery = pg.Query as unknown as new (statement: pg.QueryConfig, answered: Answered) => Query

/** Who asks, and in whose company, until the transaction ends. */
const opening = {
  name: 'opening',
  text: "SELECT set_config('role', 'aichat_app', true), set_config('app.company', $1, true)",
}

/** The opening and a statement with one Sync behind both: up to there PostgreSQL takes them for one transaction. */
class Opened extends PreparedQuery {
  readonly #companyId: string
  #isOpen = false

  constructor(companyId: string, statement: pg.QueryConfig, answered: Answered) {
    super(statement, answered)
    this.#companyId = companyId
  }

  override submit(wire: Wire): Error | null {
    wire.stream.cork()
    wire.bind({ statement: opening.name, values: [this.#companyId] })
    wire.execute({})
    const refused = super.submit(wire)
    wire.stream.uncork()
    return refused
  }

  override handleDataRow(row: unknown): void {
    if (this.#isOpen) super.handleDataRow(row)
  }

  override handleCommandComplete(done: unknown, wire: Wire): void {
    if (this.#isOpen) super.handleCommandComplete(done, wire)
    this.#isOpen = true
  }
}

const prepared = new WeakSet<pg.PoolClient>()

/**
 * Runs a named statement as a transaction of its own in one trip: one message there, one back, which comes after the
 * commit. Only on a connection whose session is nobody else's: what others send meanwhile would be a part of it.
 */
export async function runPipelinedTransaction(
  client: pg.PoolClient,
  companyId: string,
  statement: pg.QueryConfig & { name: string },
): Promise<object[]> {
  if (!prepared.has(client)) {
    prepared.add(client)
    // Not awaited: it goes ahead on the same wire.
    client.query({ ...opening, values: [companyId] }).catch(() => prepared.delete(client))
  }
  try {
    return await new Promise((resolve, reject) => {
      const answered: Answered = (error, result) => (error ? reject(error) : resolve(result.rows))
      client.query(new Opened(companyId, statement, answered) as unknown as pg.Query)
    })
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
