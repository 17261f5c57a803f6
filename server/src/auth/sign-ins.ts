import { authLimits, type Tokens } from '@aichat/contracts/company/auth'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { endAccessOfSignIn } from '../users/end-access.ts'

/**
 * A sign-in is a family of refresh tokens, numbered by generation. Rotation is confirmed on use: the token last used
 * (`usedGeneration`) and its successors (`firstSuccessorGeneration` to `latestGeneration`) are valid, so a client that lost a
 * response stays signed in. There are several successors when a token is presented again after a while, for example by a slow
 * duplicate of a request whose response the client has. Any other generation signals token reuse by a second client, and
 * revokes the family: of two clients with the same token, the second one that uses its successor.
 */
type TokenFamily = {
  userId: string
  usedGeneration: number
  firstSuccessorGeneration: number
  latestGeneration: number
  issuedAt: string
  expiresAt: string
  endedAt: string | null
}

const rotationGraceMs = 10_000
const maxDeletedSignIns = 1000

type Dependencies = Pick<App, 'tokens' | 'clock'>

export async function startSignIn(
  app: Dependencies,
  sql: Sql,
  companyId: string,
  userId: string,
): Promise<Tokens> {
  const signInId = newId()
  const now = app.clock.now()
  const expiresAt = new Date(now + authLimits.refreshTokenDays * 86_400_000)
  await deleteEndedSignIns(sql, userId, new Date(now))
  await sql`
    insert into sign_ins (id, company_id, user_id, issued_at, expires_at)
    values (${signInId}, ${companyId}, ${userId}, ${new Date(now)}, ${expiresAt})`
  return issueTokens(app, { companyId, userId, signInId, generation: 1 })
}

/** Tokens of a deleted sign-in are rejected like those of one that has ended. */
async function deleteEndedSignIns(sql: Sql, userId: string, now: Date): Promise<void> {
  await sql`
    delete from sign_ins where id = any(array(
      select id from sign_ins where user_id = ${userId} and (expires_at <= ${now} or ended_at is not null)
      limit ${maxDeletedSignIns} for update skip locked))`
}

/** Exchanges a refresh token for new tokens; null when it is invalid or expired. */
export async function refreshSignIn(
  app: Pick<App, 'db' | 'tokens' | 'clock' | 'callers' | 'realtime'>,
  token: string,
  address: string,
): Promise<Tokens | null> {
  const claims = app.tokens.readRefresh(token)
  if (!claims) return null
  const { companyId, signInId, generation } = claims
  let isReused = false
  const tokens = await app.db.company(companyId, async (sql) => {
    const [family] = await sql<TokenFamily>`
      select s.user_id as "userId", s.used_generation as "usedGeneration", s.latest_generation as "latestGeneration",
        coalesce(s.first_successor_generation, s.latest_generation) as "firstSuccessorGeneration",
        s.issued_at as "issuedAt", s.expires_at as "expiresAt", s.ended_at as "endedAt"
      from sign_ins s join users u on u.id = s.user_id and u.status = 'active'
      where s.id = ${signInId} for update of s`
    const now = app.clock.now()
    if (!family || family.endedAt || Date.parse(family.expiresAt) <= now) return null
    const next = nextGeneration(family, generation, now)
    if (next === null) {
      await endFamily(sql, { companyId, signInId, address }, 'refresh_token_reused')
      isReused = true
      return null
    }
    await sql`
      update sign_ins set used_generation = ${generation}, latest_generation = ${next},
        first_successor_generation =
          ${generation === family.usedGeneration ? family.firstSuccessorGeneration : next},
        issued_at = case when latest_generation = ${next} then issued_at else ${new Date(now)} end
      where id = ${signInId}`
    return issueTokens(app, { companyId, userId: family.userId, signInId, generation: next })
  })
  if (isReused) endAccessOfSignIn(app, signInId)
  return tokens
}

/** The generation to issue, or null when the presented one is not valid any more. */
function nextGeneration(family: TokenFamily, presented: number, now: number): number | null {
  const { usedGeneration, firstSuccessorGeneration, latestGeneration } = family
  if (presented === usedGeneration) {
    const answeredJustNow = now - Date.parse(family.issuedAt) < rotationGraceMs
    return answeredJustNow ? latestGeneration : latestGeneration + 1
  }
  const isSuccessor =
    presented > usedGeneration && presented >= firstSuccessorGeneration && presented <= latestGeneration
  return isSuccessor ? latestGeneration + 1 : null
}

export async function endSignIn(
  app: Pick<App, 'db' | 'tokens' | 'callers' | 'realtime'>,
  token: string,
  address: string,
): Promise<void> {
  const claims = app.tokens.readRefresh(token)
  if (!claims) return
  await app.db.company(claims.companyId, (sql) => endFamily(sql, { ...claims, address }, 'signed_out'))
  endAccessOfSignIn(app, claims.signInId)
}

type Ending = { companyId: string; signInId: string; address: string }

/** Records who was signed in, unless the sign-in has ended before. */
async function endFamily(
  sql: Sql,
  { companyId, signInId, address }: Ending,
  action: 'signed_out' | 'refresh_token_reused',
): Promise<void> {
  const [ended] = await sql<{ userId: string; name: string }>`
    update sign_ins s set ended_at = now() from users u
    where s.id = ${signInId} and s.ended_at is null and u.id = s.user_id
    returning u.id as "userId", u.name`
  if (ended) await recordAuditEvent(sql, { companyId, ...ended, address }, action)
}

type TokenSubject = { companyId: string; userId: string; signInId: string; generation: number }

async function issueTokens({ tokens }: Dependencies, { generation, ...who }: TokenSubject): Promise<Tokens> {
  return {
    accessToken: await tokens.signAccess(who),
    refreshToken: tokens.signRefresh({ companyId: who.companyId, signInId: who.signInId, generation }),
  }
}
