import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { permissionDescriptions, permissions, roleCan, roles } from '@aichat/contracts/company/permissions'
import { type CountedLimit, toLimits } from '@aichat/contracts/kit/rate-limit'
import { formatLimit, limitKeys } from '../../src/kit/http/describe-access.ts'
import { listCommands, listRateLimits, listRoutes } from '../kit/contracts.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const area = /(?<=<!-- generated -->\n)[\s\S]*(?=<!-- end of generated -->)/

/** The tables of docs that are made from the contracts, by document. */
export async function renderTables(): Promise<Record<string, string>> {
  return { 'docs/roles.md': renderRoles(), 'docs/limits.md': await renderLimits() }
}

/** The generated table as it stands in the document. */
export function readTable(document: string): string {
  return area.exec(readFileSync(path.join(root, document), 'utf8'))?.[0] ?? ''
}

export function writeTable(document: string, table: string): void {
  const file = path.join(root, document)
  writeFileSync(file, readFileSync(file, 'utf8').replace(area, table))
}

function renderRoles(): string {
  const rows = permissions.map((permission) => [
    permissionDescriptions[permission],
    `\`${permission}\``,
    ...roles.map((role) => (roleCan(role, permission) ? 'yes' : 'no')),
  ])
  return renderTable(['Area', 'Permission', ...roles], rows)
}

/** What a limit counts besides the routes and commands that declare it. */
const otherLimits: Record<string, { by: string; calls: string }> = {
  apiKey: { by: 'API key', calls: 'every call with an API key' },
  passwordAccountAddress: {
    by: 'account and client address',
    calls: '`POST /api/auth/login`: wrong passwords',
  },
  passwordAccount: { by: 'account', calls: 'wrong passwords over all addresses: further attempts wait' },
  mailAccountAddress: { by: 'account and client address', calls: 'mails to an account' },
  mailAccount: { by: 'account', calls: 'mails to an account' },
  mailAccountReserve: { by: 'account', calls: 'one more mail to an account beyond its limit' },
  invitationMail: { by: 'email address', calls: 'invitations that are mailed' },
  denial: { by: 'member and call', calls: 'denied attempts in the audit log' },
  denials: { by: 'member', calls: 'denied attempts in the audit log' },
}

async function renderLimits(): Promise<string> {
  const routes = (await listRoutes()).flatMap(([, { method, path: url, access }]) =>
    toLimits(access.rateLimit).map((one) => ({ ...one, call: `\`${method} ${url}\`` })),
  )
  const commands = (await listCommands()).flatMap(([, table]) =>
    Object.entries(table).flatMap(([name, { access }]) =>
      toLimits(access.rateLimit).map((one) => ({ ...one, call: `command \`${name}\`` })),
    ),
  )
  const counted = [...routes, ...commands]
  const rows = (await listRateLimits()).flatMap((limit) => {
    const uses = counted.filter((one) => one.limit.name === limit.name)
    const other = otherLimits[limit.name]
    if (uses.length === 0 && !other)
      throw new Error(`No call is counted against the rate limit ${limit.name}`)
    return [
      ...groupCalls(uses).map(({ by, when, calls }) => [
        formatLimit(limit),
        limitKeys[by],
        `${calls.join(', ')}${when ? `: ${when}` : ''}`,
      ]),
      ...(other ? [[formatLimit(limit), other.by, other.calls]] : []),
    ]
  })
  return renderTable(['Limit', 'Counted by', 'Calls'], rows)
}

type Use = CountedLimit & { call: string }

function groupCalls(uses: Use[]): (CountedLimit & { calls: string[] })[] {
  const groups = new Map<string, CountedLimit & { calls: string[] }>()
  for (const { limit, by, when, call } of uses) {
    const group = groups.get(`${by} ${when}`) ?? { limit, by, when, calls: [] }
    groups.set(`${by} ${when}`, { ...group, calls: [...group.calls, call] })
  }
  return [...groups.values()]
}

function renderTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''].join('\n')
}
