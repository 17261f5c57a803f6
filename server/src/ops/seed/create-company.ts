import { callApi } from './api-client.ts'
import { demoCompany, demoMembers } from './content/company.ts'
import type { DemoProject, MemberKey } from './content/types.ts'

type Member = { id: string; token: string }
export type Company = { id: string; members: Record<MemberKey, Member>; labelIds: Map<string, string> }
export type Project = { publicKey: string; websiteUrl: string }

/** Signs the owner up, and creates the team, labels and saved replies. */
export async function createCompany(url: string, password: string, timeZone: string): Promise<Company> {
  const { labels, savedReplies, name: companyName } = demoCompany
  const { name, email } = demoMembers.owner
  const form = { name, email, companyName, password, timeZone }
  const signedUp = await callApi(url, 'POST', '/api/auth/signup', { body: form })
  const owner = toMember(signedUp)
  const { token } = owner
  const invite = (key: MemberKey) => inviteMember(url, token, { key, password })
  const members = {
    owner,
    admin: await invite('admin'),
    shopAgent: await invite('shopAgent'),
    rentalAgent: await invite('rentalAgent'),
  }
  const labelIds = new Map<string, string>()
  for (const label of labels) {
    const { data } = await callApi(url, 'POST', '/api/labels', { token, body: label })
    labelIds.set(label.name, data.id)
  }
  for (const body of savedReplies) await callApi(url, 'POST', '/api/saved-replies', { token, body })
  return { id: signedUp.data.company.id, members, labelIds }
}

async function inviteMember(
  url: string,
  token: string,
  { key, password }: { key: MemberKey; password: string },
): Promise<Member> {
  const { name, email, role } = demoMembers[key]
  const invitation = await callApi(url, 'POST', '/api/users/invitations', { token, body: { email, role } })
  const path = `/api/invitations/${invitation.data.inviteUrl.split('/').at(-1)}`
  return toMember(await callApi(url, 'POST', path, { body: { name, password } }))
}

// biome-ignore lint/suspicious/noExplicitAny: the response of sign-up, as it came over the wire
function toMember({ data, tokens }: any): Member {
  return { id: data.user.id, token: tokens.accessToken }
}

/** Creates a project with its widget, profile, FAQs and knowledge, and publishes it. */
export async function createProject(url: string, token: string, project: DemoProject): Promise<Project> {
  const { name, description, websiteUrl, widget, profile, faqs, knowledge } = project
  const form = { name, description, websiteUrl }
  const { data: created } = await callApi(url, 'POST', '/api/projects', { token, body: form })
  await callApi(url, 'PATCH', `/api/widget/${created.widgetConfigId}`, { token, body: widget })
  const base = `/api/projects/${created.id}`
  await callApi(url, 'PUT', `${base}/agent/profile`, { token, body: profile })
  for (const body of faqs) await callApi(url, 'POST', `${base}/faq`, { token, body })
  await callApi(url, 'PATCH', `${base}/faq-toggle`, { token, body: { faqEnabled: true } })
  await callApi(url, 'POST', `${base}/faq/sync-kb`, { token })
  for (const text of knowledge)
    await callApi(url, 'POST', `${base}/agent/kb`, { token, body: { type: 'manual', ...text } })
  const { data: items } = await callApi(url, 'GET', `${base}/agent/kb`, { token })
  for (const { id } of items) await callApi(url, 'PATCH', `${base}/agent/kb/${id}/embedded`, { token })
  const { data } = await callApi(url, 'POST', `${base}/publish`, { token })
  return { publicKey: data.project.publicKey, websiteUrl }
}
