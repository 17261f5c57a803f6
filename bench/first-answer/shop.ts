import { createCompany, fetchData } from '../kit/product.ts'
import type { Page } from './pages.ts'

export type Shop = { companyId: string; projectId: string; publicKey: string; chunks: number }

const maxConcurrentUploads = 4
const maxInspectionMs = 300_000

/** Creates a project through the API whose AI answers visitors from the pages. */
export async function createShop(url: string, pages: Page[]): Promise<Shop> {
  const { id: companyId, publicKey, accessToken } = await createCompany(url, 0)
  const call = (method: string, path: string, body?: object) =>
    fetchData(url, method, path, { body, token: accessToken })
  const [{ id: projectId, widgetConfigId }] = await call('GET', '/api/projects')
  const knowledge = `/api/projects/${projectId}/agent/kb`
  const remaining = [...pages]
  const uploadNext = async () => {
    for (let page = remaining.shift(); page; page = remaining.shift()) {
      const { id } = await call('POST', knowledge, { type: 'manual', content: page.text })
      const { status } = await call('PATCH', `${knowledge}/${id}/embedded`)
      if (status !== 'embedded') throw new Error(`An item is ${status}`)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentUploads }, uploadNext))
  await call('PATCH', `/api/widget/${widgetConfigId}`, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await call('POST', `/api/projects/${projectId}/publish`)
  await waitForInspection(() => call('GET', `/api/projects/${projectId}/agent/findings?limit=1`))
  const items: { chunks: number }[] = await call('GET', knowledge)
  const chunks = items.reduce((sum, item) => sum + item.chunks, 0)
  return { companyId, projectId, publicKey, chunks }
}

/** The new knowledge is inspected in a child process, which needs a processor for up to a minute and is not measured here. */
async function waitForInspection(getFindings: () => Promise<{ inspectedAt: string | null }>): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    const { inspectedAt } = await getFindings()
    if (inspectedAt && Date.parse(inspectedAt) >= startedAt) return
    if (Date.now() - startedAt > maxInspectionMs) throw new Error('The knowledge was not inspected in time')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
