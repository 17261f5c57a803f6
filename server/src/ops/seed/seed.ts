import { randomBytes } from 'node:crypto'
import type { Log } from '../../kit/observability/log.ts'
import type { Settings } from '../../kit/process/settings.ts'
import { OpsError } from '../ops-error.ts'
import { callApi, startVisit } from './api-client.ts'
import {
  type DemoConversation,
  type DemoProject,
  demoCompany,
  demoConversations,
  demoProjects,
} from './demo-content.ts'
import { inspectInstallation } from './inspect-installation.ts'
import { connectVisitor } from './visitor-connection.ts'

type Running = { url: string; close(): Promise<void> }

type Options = {
  settings: Settings
  log: Log
  /** Adds the demo company to an installation that already has companies. */
  isConfirmed: boolean
  say: (sentence: string) => void
  /** Starts the product with the given settings. */
  start: (settings: Settings) => Promise<Running>
}

export type SeedResult =
  | { isCreated: false }
  | { isCreated: true; password: string; emails: string[]; conversationCount: number }

type Member = { id: string; token: string }
type Team = { owner: Member; agents: Member[]; labelIds: Map<string, string> }
type Project = { publicKey: string; websiteUrl: string }

const parallelConversations = 5
const aiReplyTimeoutMs = 60_000

/** Fills an installation with a demo company, through the same interfaces that browsers use. A second run changes nothing. */
export async function seedDemo({ settings, log, isConfirmed, say, start }: Options): Promise<SeedResult> {
  const { hasDemo, companyCount } = await inspectInstallation(settings, log, demoCompany.owner.email)
  if (hasDemo) return { isCreated: false }
  if (companyCount > 0 && !isConfirmed)
    throw new OpsError(
      `The installation already has ${companyCount === 1 ? '1 company' : `${companyCount} companies`}. ` +
        'Add --yes to create the demo company beside them.',
    )
  // No mail is sent to the demo addresses, and forty conversations a minute are no abuse here.
  const own = { host: '127.0.0.1', port: 0, mail: null, limitScale: Math.max(1000, settings.limitScale) }
  const { url, close } = await start({ ...settings, ...own, signup: 'open', verifiesEmail: false })
  try {
    const password = randomBytes(9).toString('base64url')
    const team = await createTeam(url, password)
    say('Created the company, its team, labels and saved replies')
    const projects: Project[] = []
    for (const project of demoProjects) projects.push(await createProject(url, team, project))
    say(`Published ${projects.length} projects with FAQs and knowledge`)
    await createConversations(url, team, projects)
    const emails = [demoCompany.owner, ...demoCompany.agents].map(({ email }) => email)
    return { isCreated: true, password, emails, conversationCount: demoConversations.length }
  } finally {
    await close()
  }
}

async function createTeam(url: string, password: string): Promise<Team> {
  const { owner, agents, labels, savedReplies } = demoCompany
  const form = { ...owner, companyName: demoCompany.name, password }
  const signedUp = await callApi(url, 'POST', '/api/auth/signup', { body: form })
  const team: Team = { owner: toMember(signedUp), agents: [], labelIds: new Map() }
  const { token } = team.owner
  for (const { name, email } of agents) {
    const invitation = await callApi(url, 'POST', '/api/users/invitations', {
      token,
      body: { email, role: 'Agent' },
    })
    const path = `/api/invitations/${invitation.data.inviteUrl.split('/').at(-1)}`
    team.agents.push(toMember(await callApi(url, 'POST', path, { body: { name, password } })))
  }
  for (const label of labels) {
    const { data } = await callApi(url, 'POST', '/api/labels', { token, body: label })
    team.labelIds.set(label.name, data.id)
  }
  for (const body of savedReplies) await callApi(url, 'POST', '/api/saved-replies', { token, body })
  return team
}

// biome-ignore lint/suspicious/noExplicitAny: the response of sign-up, as it came over the wire
function toMember({ data, tokens }: any): Member {
  return { id: data.user.id, token: tokens.accessToken }
}

async function createProject(url: string, { owner }: Team, project: DemoProject): Promise<Project> {
  const { token } = owner
  const { name, websiteUrl, autoReply, faqs, knowledge } = project
  const { data: created } = await callApi(url, 'POST', '/api/projects', { token, body: { name, websiteUrl } })
  await callApi(url, 'PATCH', `/api/widget/${created.widgetConfigId}`, {
    token,
    body: { template: { key: 'minimal' }, agent: { autoReply, autoReplyRateLimit: 5 } },
  })
  const base = `/api/projects/${created.id}`
  for (const body of faqs) await callApi(url, 'POST', `${base}/faq`, { token, body })
  await callApi(url, 'PATCH', `${base}/faq-toggle`, { token, body: { faqEnabled: true } })
  await callApi(url, 'POST', `${base}/faq/sync-kb`, { token })
  for (const content of knowledge)
    await callApi(url, 'POST', `${base}/agent/kb`, { token, body: { type: 'manual', content } })
  const { data: items } = await callApi(url, 'GET', `${base}/agent/kb`, { token })
  for (const { id } of items) await callApi(url, 'PATCH', `${base}/agent/kb/${id}/embedded`, { token })
  const { data } = await callApi(url, 'POST', `${base}/publish`, { token })
  return { publicKey: data.project.publicKey, websiteUrl }
}

async function createConversations(url: string, team: Team, projects: Project[]): Promise<void> {
  const waiting = demoConversations.map((conversation, index) => ({ conversation, number: index + 1 }))
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const project = projects[next.conversation.project] as Project
      await createConversation(url, team, project, next)
    }
  }
  await Promise.all(Array.from({ length: parallelConversations }, work))
}

async function createConversation(
  url: string,
  team: Team,
  { publicKey, websiteUrl }: Project,
  { conversation, number }: { conversation: DemoConversation; number: number },
): Promise<void> {
  const { steps, rating, ...outcome } = conversation
  const { visitorToken } = await startVisit(url, publicKey, { pageUrl: `${websiteUrl}/tents`, locale: 'en' })
  const visitor = await connectVisitor(url, visitorToken)
  try {
    let sessionId = ''
    for (const [index, step] of steps.entries()) {
      if ('visitor' in step) {
        const ack = await visitor.send('message:send', { text: step.visitor, clientId: `demo-${index}` })
        sessionId = (ack.session as { sessionId: string }).sessionId
      } else if ('ai' in step) {
        await waitForReply(url, team.owner, sessionId)
      } else {
        await callApi(url, 'POST', `/api/sessions/${sessionId}/messages`, {
          token: (team.agents[step.agent] as Member).token,
          body: { text: step.text, clientId: `demo-${index}` },
        })
      }
    }
    await visitor.send('identify', { name: `Visitor ${number}`, email: `visitor-${number}@example.com` })
    if (rating) await visitor.send('feedback', { rating, comment: null })
    await applyOutcome(url, team, sessionId, outcome)
  } finally {
    await visitor.close()
  }
}

async function waitForReply(url: string, { token }: Member, sessionId: string): Promise<void> {
  for (const end = Date.now() + aiReplyTimeoutMs; ; ) {
    const { data } = await callApi(url, 'GET', `/api/sessions/${sessionId}/messages?limit=50`, { token })
    if (data.messages.at(-1)?.from !== 'visitor') return
    if (Date.now() > end)
      throw new OpsError('The AI did not reply within a minute. See the log of the model server.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function applyOutcome(
  url: string,
  { owner, agents, labelIds }: Team,
  sessionId: string,
  { label, note, assignee, needsHuman, status }: Omit<DemoConversation, 'project' | 'steps' | 'rating'>,
): Promise<void> {
  const { token } = owner
  const change = (method: string, part: string, body: object) =>
    callApi(url, method, `/api/sessions/${sessionId}/${part}`, { token, body })
  if (label) await change('PATCH', 'labels', { labelId: labelIds.get(label), isOn: true })
  if (note) await change('POST', 'notes', { text: note, mentions: agents.slice(0, 1).map(({ id }) => id) })
  if (assignee !== undefined) await change('PATCH', 'assign', { agentId: agents[assignee]?.id ?? null })
  if (needsHuman) await change('PATCH', 'needs-human', { needsHuman })
  if (status) await change('PATCH', 'status', { status })
}
