import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A page of a help center, as a browser gets it. */
export type CorpusPage = { key: string; title: string; path: string; html: string }
export type CorpusQuestion = {
  id: string
  kind: string
  /** The visitor's messages of one conversation; the last one is graded. */
  turns: string[]
  /** Keys of the right pages. */
  pages: string[]
  /** A right answer contains one of these phrases or `/expressions/`; null where the right page is enough. */
  facts: string[] | null
  /** The corpus does not contain the answer. */
  isOutOfScope: boolean
}
export type Corpus = { name: string; pages: CorpusPage[]; questions: CorpusQuestion[] }

type StoredQuestion = {
  id: string
  kind: string
  turns: string[]
  page?: string | string[]
  facts?: string[]
  decline?: boolean
}

const folder = path.join(import.meta.dirname, 'corpora')
/** One page in this many is asked for by its title. */
const titleShare = 3

export function readCorpus(name: string): Corpus {
  const shell = readFileSync(path.join(folder, name, 'shell.html'), 'utf8')
  const files = readdirSync(path.join(folder, name, 'pages')).toSorted()
  const articles = files.map((file) =>
    parseArticle(path.basename(file, '.html'), readFileSync(path.join(folder, name, 'pages', file), 'utf8')),
  )
  const pages = articles.map((article) => renderPage(shell, article, articles))
  const stored: StoredQuestion[] = JSON.parse(readFileSync(path.join(folder, name, 'questions.json'), 'utf8'))
  return { name, pages, questions: [...stored.map(toQuestion), ...createTitleQuestions(pages)] }
}

type Article = { key: string; fields: Record<string, string>; content: string }

function parseArticle(key: string, source: string): Article {
  const [, header = '', content = ''] = /^<!--\n([\s\S]*?)\n-->\n([\s\S]*)$/.exec(source) ?? []
  return { key, fields: Object.fromEntries(header.split('\n').map((line) => line.split(/: (.*)/s))), content }
}

function renderPage(shell: string, { key, fields, content }: Article, all: Article[]): CorpusPage {
  const { title = key, path: address = `/${key}`, section = '', lang = '' } = fields
  const related = all
    .filter((other) => other.key !== key && other.fields.section === section)
    .map((other) => `<li><a href="${other.fields.path}">${other.fields.title}</a></li>`)
  const values: Record<string, string> = {
    title,
    path: address,
    section,
    lang,
    breadcrumbs: `<a href="/">Home</a> › ${section} › ${title}`,
    content,
    related: related.join(''),
  }
  const html = shell.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  return { key, title, path: address, html }
}

function toQuestion({ id, kind, turns, page, facts, decline }: StoredQuestion): CorpusQuestion {
  return {
    id,
    kind,
    turns,
    pages: [page ?? []].flat(),
    facts: facts ?? null,
    isOutOfScope: decline ?? false,
  }
}

/** Titles word for word. A title of several pages does not say which one is meant. */
function createTitleQuestions(pages: CorpusPage[]): CorpusQuestion[] {
  return pages
    .filter(
      ({ title }, index) =>
        index % titleShare === 0 && pages.filter((one) => one.title === title).length === 1,
    )
    .map(({ key, title }) => ({
      id: `title-${key}`,
      kind: 'title',
      turns: [title],
      pages: [key],
      facts: null,
      isOutOfScope: false,
    }))
}
