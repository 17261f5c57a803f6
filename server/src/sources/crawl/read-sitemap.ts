import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { toLanguage } from './read-site-page.ts'

type SitemapEntry = { url: string; language: string | null }
export type Sitemap = { sitemaps: string[]; pages: SitemapEntry[] }

const maxBytes = 50_000_000
const maxEntries = 10_000
const chunkBytes = 1_000_000

/** Reads a sitemap, a sitemap index, a news sitemap or a list of addresses, compressed or not. */
export function readSitemap(bytes: Uint8Array): Sitemap {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const content = isCompressed ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes
  const start = new TextDecoder().decode(content.subarray(0, 1000)).trimStart()
  return start.startsWith('<') ? readXml(content) : readList(content)
}

function readList(content: Uint8Array): Sitemap {
  const lines = new TextDecoder().decode(content).split(/\r?\n/, maxEntries)
  const addresses = lines.map((line) => line.trim()).filter((line) => /^https?:\/\//i.test(line))
  return { sitemaps: [], pages: addresses.map((url) => ({ url, language: null })) }
}

function readXml(content: Uint8Array): Sitemap {
  const sitemaps: string[] = []
  const pages: SitemapEntry[] = []
  let parent: 'sitemap' | 'url' | null = null
  let textOf: 'loc' | 'language' | null = null
  let entry: SitemapEntry = { url: '', language: null }
  let text = ''

  const add = (page: SitemapEntry) => {
    if (page.url && pages.length < maxEntries) pages.push(page)
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = name.toLowerCase()
        if (local === 'sitemap' || local === 'url') {
          parent = local
          entry = { url: '', language: null }
        } else if (parent && (local === 'loc' || local === 'news:language')) {
          textOf = local === 'loc' ? 'loc' : 'language'
          text = ''
        } else if (parent === 'url' && local.endsWith(':link') && attributes.rel === 'alternate')
          add({ url: attributes.href ?? '', language: toLanguage(attributes.hreflang) })
      },
      ontext(part) {
        if (textOf && text.length < 5000) text += part
      },
      onclosetag(name) {
        const local = name.toLowerCase()
        if (local === 'loc' && textOf === 'loc') entry.url = text.trim()
        if (local === 'news:language') entry.language = toLanguage(text)
        if (local === 'sitemap' && entry.url && sitemaps.length < maxEntries) sitemaps.push(entry.url)
        if (local === 'url') add(entry)
        if (local === 'sitemap' || local === 'url') parent = null
        if (local === 'loc' || local === 'news:language') textOf = null
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  for (let start = 0; start < content.length; start += chunkBytes) {
    parser.write(decoder.decode(content.subarray(start, start + chunkBytes), { stream: true }))
  }
  parser.end()
  return { sitemaps, pages }
}
