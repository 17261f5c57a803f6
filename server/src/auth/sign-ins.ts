import { authLimits, type Tokens } from '@aichat/contracts/auth'
import type { App } from '../app.ts'
import type { Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { endAccessOfSignIn } from '../users/end-access.ts'

/**
 * A sign-in is a family of refresh tokens, numbered by generation. Rotation is confirmed on use: the token last used
 * (`usedGeneration`) and its successor (`latestGeneration`) are both valid, so a client that lost a response stays
 * signed in. Any other generation signals token reuse by a second client, and revokes the family.
 */
type TokenFamily = {
  userId: string
  usedGeneration: number
  latestGeneration: number
  issuedAt: string
  expiresAt: string
  endedAt: string | null
}

const rotationGraceMs = 10_000

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
  await sql`
    insert into sign_ins (id, company_id, user_id, issued_at, expires_at)
    values (${signInId}, ${companyId}, ${userId}, ${new Date(now)}, ${expiresAt})`
  return issueTokens(app, { companyId, userId, signInId, generation: 1 })
}

/** Exchanges a refresh token for new tokens; null when it is invalid or expired. */
export async function refreshSignIn(
  app: Pick<App, 'db' | 'tokens' | 'clock' | 'callers' | 'realtime'>,
  token: string,
): Promise<Tokens | null> {
  const claims = app.tokens.readRefresh(token)
  if (!claims) return null
  const { companyId, signInId, generation } = claims
  let isReused = false
  const tokens = await app.db.company(companyId, async (sql) => {
    const [family] = await sql<TokenFamily>`
      select s.user_id as "userId", s.used_generation as "usedGeneration", s.latest_generation as "latestGeneration",
        s.issued_at as "issuedAt", s.expires_at as "expiresAt",
        s.ended_at as "endedAt"
      from sign_ins s join users u on u.id = s.user_id and u.status = 'active'
      where s.id = ${signInId} for update of s`
    const now = app.clock.now()
    if (!family || family.endedAt || Date.parse(family.expiresAt) <= now) return null
    const next = nextGeneration(family, generation, now)
    if (next === null) {
      await endFamily(sql, signInId)
      isReused = true
      return null
    }
    await sql`
      update sign_ins set used_generation = ${generation}, latest_generation = ${next},
        issued_at = case when latest_generation = ${next} then issued_at else ${new Date(now)} end
      where id = ${signInId}`
    return issueTokens(app, { companyId, userId: family.userId, signInId, generation: next })
  })
  if (isReused) endAccessOfSignIn(app, signInId)
  return tokens
}

/** The generation to issue, or null when the presented one is not valid any more. */
function nextGeneration(family: TokenFamily, presented: number, now: number): number | null {
  if (presented === family.latestGeneration) return presented + 1
  if (presented !== family.usedGeneration) return null
  const answeredJustNow = now - Date.parse(family.issuedAt) < rotationGraceMs
  return answeredJustNow ? family.latestGeneration : family.latestGeneration + 1
}

export async function endSignIn(
  app: Pick<App, 'db' | 'tokens' | 'callers' | 'realtime'>,
  token: string,
): Promise<void> {
  const claims = app.tokens.readRefresh(token)
  if (!claims) return
  await app.db.company(claims.companyId, (sql) => endFamily(sql, claims.signInId))
  endAccessOfSignIn(app, claims.signInId)
}

async function endFamily(sql: Sql, signInId: string): Promise<void> {
  await sql`update sign_ins set ended_at = now() where id = ${signInId} and ended_at is null`
}

type TokenSubject = { companyId: string; userId: string; signInId: string; generation: number }

async function issueTokens({ tokens }: Dependencies, { generation, ...who }: TokenSubject): Promise<Tokens> {
  return {
    accessToken: await tokens.signAccess(who),
    refreshToken: tokens.signRefresh({ companyId: who.companyId, signInId: who.signInId, generation }),
  }
}
