import { callApi } from '../../server/src/ops/seed/api-client.ts'

/** The built server, or another build that BENCH_SERVER names. */
export function productEntryPoint(): string {
  return process.env.BENCH_SERVER || 'server/dist/main.js'
}

export const productEnv = {
  APP_SECRET: 'a secret that lives as long as one benchmark does',
  LIMIT_SCALE: '1000000',
  LOG_LEVEL: 'error',
}

export type Company = { id: string; publicKey: string; accessToken: string }

/** Creates a company with a published project through the API. */
export async function createCompany(url: string, index: number): Promise<Company> {
  const { tokens, data } = await fetchData(url, 'POST', '/api/auth/signup', {
    body: {
      companyName: `Bench ${index}`,
      name: 'Ann Bench',
      email: `ann-${index}@example.com`,
      password: 'correct horse',
    },
  })
  const { accessToken } = tokens
  const created = await fetchData(url, 'POST', '/api/projects', {
    body: { name: 'Shop' },
    token: accessToken,
  })
  await fetchData(url, 'PATCH', `/api/widget/${created.widgetConfigId}`, {
    body: { template: { key: 'minimal' } },
    token: accessToken,
  })
  const { project } = await fetchData(url, 'POST', `/api/projects/${created.id}/publish`, {
    token: accessToken,
  })
  return { id: data.company.id, publicKey: project.publicKey, accessToken }
}

/** Invites a member, accepts the invitation, and returns the member's access token. */
export async function joinCompany(url: string, { accessToken }: Company, email: string): Promise<string> {
  const invitation = { email, role: 'Agent' }
  const { inviteUrl } = await fetchData(url, 'POST', '/api/users/invitations', {
    body: invitation,
    token: accessToken,
  })
  const form = { name: 'Sample Agent', password: 'correct horse' }
  const { tokens } = await fetchData(url, 'POST', `/api/invitations/${inviteUrl.split('/').at(-1)}`, {
    body: form,
  })
  return tokens.accessToken
}

/** Returns the `data` of a response, or the whole response of a sign-in. @throws when the request is refused */
export async function fetchData(
  url: string,
  method: string,
  path: string,
  { body, token }: { body?: object | undefined; token?: string } = {},
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads untyped responses
): Promise<any> {
  const answer = await callApi(url, method, path, { body, token })
  return answer.tokens ? answer : answer.data
}
