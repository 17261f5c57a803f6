import { inject, test } from 'vitest'

const { DATABASE_URL, REDIS_URL } = process.env

/** Whether the tests run on PostgreSQL instead of the embedded database. */
export const usesPostgres = Boolean(DATABASE_URL)

/** Skipped on PostgreSQL: what only the embedded database has, such as one process that owns its directory. */
export const embeddedTest = test.skipIf(usesPostgres)

/** Skipped without PostgreSQL and Redis: what needs several processes, several connections or both engines. */
export const sharedTest = test.skipIf(!(DATABASE_URL && REDIS_URL))

/** Skipped where PostgreSQL lacks pgvector: search by meaning. */
export const vectorTest = test.skipIf(!inject('hasVectors'))
