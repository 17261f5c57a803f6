import { StartError } from '../process/start-error.ts'

type Explanation = { problem: string; remedy: string }

const explanations: Record<string, Explanation> = {
  '28P01': {
    problem: 'PostgreSQL rejects the password.',
    remedy: 'Correct the user and password in DATABASE_URL.',
  },
  '28000': {
    problem: 'PostgreSQL rejects the user.',
    remedy: 'Correct the user in DATABASE_URL, or allow it in pg_hba.conf.',
  },
  '3D000': {
    problem: 'The database does not exist.',
    remedy: 'Correct the name at the end of DATABASE_URL, or create it: CREATE DATABASE.',
  },
  '53300': {
    problem: 'PostgreSQL has no free connections.',
    remedy: 'Raise its max_connections or lower DATABASE_POOL.',
  },
  '57P03': { problem: 'PostgreSQL is starting or stopping.', remedy: 'Try again in a moment.' },
  ECONNREFUSED: {
    problem: 'PostgreSQL does not accept connections there.',
    remedy: 'Start it, or correct host and port in DATABASE_URL.',
  },
  ENOENT: {
    problem: 'PostgreSQL has no socket there.',
    remedy: 'Start it, or correct the directory in DATABASE_URL.',
  },
  ENOTFOUND: {
    problem: 'The host name cannot be resolved.',
    remedy: 'Correct the host in DATABASE_URL.',
  },
  ETIMEDOUT: {
    problem: 'PostgreSQL does not answer.',
    remedy: 'Correct host and port in DATABASE_URL, or open them in the firewall.',
  },
}
const aliases: Record<string, string> = {
  EAI_AGAIN: 'ENOTFOUND',
  EHOSTUNREACH: 'ETIMEDOUT',
  ENETUNREACH: 'ETIMEDOUT',
}

/** What is wrong with the connection to PostgreSQL, and what to do; null for errors of another kind. */
export function explainConnectionError(error: unknown): Explanation | null {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  const key = /timeout/i.test(message) && !explanations[code] ? 'ETIMEDOUT' : (aliases[code] ?? code)
  return explanations[key] ?? null
}

/** The error as sentences for the operator where it can be explained; otherwise the error itself. */
export function toStartError(error: unknown, databaseUrl: string): unknown {
  const explanation = explainConnectionError(error)
  if (!explanation) return error
  const message = `${describeUrl(databaseUrl)}: ${explanation.problem} ${explanation.remedy}`
  return new StartError(message, { cause: error })
}

/** The address without the password. */
function describeUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.password = ''
  url.search = ''
  return url.href
}
