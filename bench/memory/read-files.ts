import { readFileSync } from 'node:fs'
import { pdfOf } from '../../server/test/code/documents.ts'
import { upload } from '../../server/test/kit/client.ts'
import { createCompany, fetchData } from '../kit/product.ts'

const fileCount = 4
const linesPerPage = 50
const sampleIntervalMs = 20
const settleMs = 5000
const kilobytesPerMegabyte = 1000

/**
 * How much the resident memory of a server grows, in MB, while it reads four PDF files with that many characters each. A small file
 * is read before, so that code that is loaded once does not count.
 */
export async function measureReading(url: string, pid: number, charactersPerFile: number): Promise<number> {
  const { accessToken } = await createCompany(url, 0)
  const { id } = await fetchData(url, 'POST', '/api/projects', {
    body: { name: 'Manuals' },
    token: accessToken,
  })
  const project = { id, accessToken }
  await readFiles(url, project, [await addPdf(url, project, createPdf(5000))])
  const items: string[] = []
  for (let index = 0; index < fileCount; index++) {
    items.push(await addPdf(url, project, createPdf(charactersPerFile)))
  }
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const before = readResidentMb(pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, readResidentMb(pid))
  }, sampleIntervalMs)
  await readFiles(url, project, items)
  clearInterval(timer)
  return peak - before
}

type Project = { id: string; accessToken: string }

/** Uploads a PDF, adds it to the knowledge, and returns the id of the item. */
async function addPdf(url: string, { id, accessToken }: Project, content: Buffer): Promise<string> {
  const agent = `/api/projects/${id}/agent`
  const file = { name: 'manual.pdf', content }
  const { body } = await upload(url, `${agent}/upload/file`, accessToken, [file])
  const item = await fetchData(url, 'POST', `${agent}/kb`, {
    body: { type: 'file', ...body.data },
    token: accessToken,
  })
  return item.id
}

/** Embeds all items at the same time, and waits until each is embedded. */
async function readFiles(url: string, { id, accessToken }: Project, items: string[]): Promise<void> {
  await Promise.all(
    items.map(async (item) => {
      for (;;) {
        const path = `/api/projects/${id}/agent/kb/${item}/embedded`
        const { status, error } = await fetchData(url, 'PATCH', path, { token: accessToken })
        if (status === 'failed') throw new Error(error)
        if (status === 'embedded') return
      }
    }),
  )
}

/** Pages of sentences with words that differ, so that the index grows as with real texts. */
function createPdf(characters: number): Buffer {
  let written = 0
  let word = 0
  const pages: { text: string; y: number }[][] = []
  while (written < characters) {
    const page = Array.from({ length: linesPerPage }, (_, line) => {
      const words = Array.from({ length: 12 }, () => `word${(word++ * 7919) % 30_000}`)
      const text = `${words.join(' ')}.`
      written += text.length + 1
      return { text, y: 750 - line * 14 }
    })
    pages.push(page)
  }
  return pdfOf(pages)
}

function readResidentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / kilobytesPerMegabyte
}
