/** Another build of the product can be measured in its place. */
export function productFile(): string {
  return process.env.BENCH_SERVER || 'server/dist/main.js'
}

export const productEnv = {
  APP_SECRET: 'a secret that lives as long as one benchmark does',
  LIMIT_SCALE: '1000000',
  LOG_LEVEL: 'error',
}

export type Company = { id: string; publicKey: string; accessToken: string }

/** A company with a published project, made through the product's own doors. */
export async function openCompany(url: string, index: number): Promise<Company> {
  const { tokens, data } = await call(url, 'POST', '/api/auth/signup', {
    companyName: `Bench ${index}`,
    name: 'Ann Bench',
    email: `ann-${index}@example.com`,
    password: 'correct horse',
  })
  const { accessToken } = tokens
  const created = await call(url, 'POST', '/api/projects', { name: 'Shop' }, accessToken)
  await call(
    url,
    'PATCH',
    `/api/widget/${created.widgetConfigId}`,
    { template: { key: 'minimal' } },
    accessToken,
  )
  const { project } = await call(url, 'POST', `/api/projects/${created.id}/publish`, undefined, accessToken)
  return { id: data.company.id, publicKey: project.publicKey, accessToken }
}

/** Somebody who is invited into a company and comes; answers their access token. */
export async function joinCompany(url: string, { accessToken }: Company, email: string): Promise<string> {
  const invitation = { email, role: 'Agent' }
  const { inviteUrl } = await call(url, 'POST', '/api/users/invitations', invitation, accessToken)
  const form = { name: 'Sample Agent', password: 'correct horse' }
  const { tokens } = await call(url, 'POST', `/api/invitations/${inviteUrl.split('/').at(-1)}`, form)
  return tokens.accessToken
}

export async function call(
  url: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
  // biome-ignore lint/suspicious/noExplicitAny: a benchmark reads what the wire carries
): Promise<any> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`)
  const parsed = JSON.parse(answer)
  return parsed.tokens ? parsed : parsed.data
}
