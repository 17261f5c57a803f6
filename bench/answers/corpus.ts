import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The corpora, and the file of each. `blind` is for acceptance: it is compressed, so that no editor or search shows its text. */
const files = {
  harbor: 'corpora/harbor.jsonl',
  werkbank: 'corpora/werkbank.jsonl',
  blind: 'blind.jsonl.gz',
}
export type CorpusName = keyof typeof files
export const corpusNames = Object.keys(files) as CorpusName[]

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

/** The lines of a corpus, described in corpora/README.md. */
type StoredShell = { type: 'shell'; html: string }
export type StoredPage = {
  type: 'page'
  key: string
  title: string
  path: string
  section: string
  lang?: string
  html: string
}
export type StoredQuestion = {
  type: 'question'
  id: string
  kind: string
  turns: string[]
  page?: string | string[]
  facts?: string[]
  parts?: string[][]
  decline?: boolean
}
type StoredCorpus = { shell: string; pages: StoredPage[]; questions: StoredQuestion[] }

/** One page in this many is asked for by its title. */
const titleShare = 3

export function readCorpus(name: CorpusName): Corpus {
  const stored = readStoredCorpus(name)
  const pages = stored.pages.map((page) => renderPage(stored.shell, page, stored.pages))
  return { name, pages, questions: [...stored.questions.map(toQuestion), ...createTitleQuestions(pages)] }
}

export function readStoredCorpus(name: CorpusName): StoredCorpus {
  const bytes = readFileSync(path.join(import.meta.dirname, files[name]))
  const text = (name === 'blind' ? gunzipSync(bytes) : bytes).toString('utf8')
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredShell | StoredPage | StoredQuestion)
  return {
    shell: lines.find((line) => line.type === 'shell')?.html ?? '',
    pages: lines.filter((line) => line.type === 'page'),
    questions: lines.filter((line) => line.type === 'question'),
  }
}

function renderPage(shell: string, page: StoredPage, all: StoredPage[]): CorpusPage {
  const { key, title, path: address, section, lang = '', html: content } = page
  const related = all
    .filter((other) => other.key !== key && other.section === section)
    .map((other) => `<li><a href="${other.path}">${other.title}</a></li>`)
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
