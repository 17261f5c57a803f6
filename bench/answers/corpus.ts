import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Help centers, and the file of each. Files of held-out sets are compressed, so that no editor or search shows their text. */
const helpCenters = {
  harbor: 'corpora/harbor.jsonl',
  werkbank: 'corpora/werkbank.jsonl',
  blind: 'blind.jsonl.gz',
}
export type HelpCenterName = keyof typeof helpCenters
export const helpCenterNames = Object.keys(helpCenters) as HelpCenterName[]
/** Held-out questions on the other help centers, each with the name of its corpus. */
const heldOutQuestions = 'held-out.jsonl.gz'
const smallTexts = { small: 'corpora/small.jsonl', 'small held-out': 'small-held-out.jsonl.gz' }

/** Questions that are graded together. `isHeldOut`: its questions are for evaluation only, and are not read during development. */
export type QuestionSet = { name: string; corpora: Corpus[]; isHeldOut: boolean }

export function readQuestionSets(): QuestionSet[] {
  return [
    { name: 'harbor', corpora: [readHelpCenter('harbor')], isHeldOut: false },
    { name: 'werkbank', corpora: [readHelpCenter('werkbank')], isHeldOut: false },
    { name: 'small', corpora: readSmallCorpora(smallTexts.small), isHeldOut: false },
    { name: 'harbor few pages', corpora: splitCorpus(readHelpCenter('harbor')), isHeldOut: false },
    { name: 'werkbank few pages', corpora: splitCorpus(readHelpCenter('werkbank')), isHeldOut: false },
    { name: 'harbor held-out', corpora: [readHeldOutQuestions('harbor')], isHeldOut: true },
    { name: 'werkbank held-out', corpora: [readHeldOutQuestions('werkbank')], isHeldOut: true },
    { name: 'blind', corpora: [readHelpCenter('blind')], isHeldOut: true },
    { name: 'blind few pages', corpora: splitCorpus(readHelpCenter('blind')), isHeldOut: true },
    { name: 'small held-out', corpora: readSmallCorpora(smallTexts['small held-out']), isHeldOut: true },
  ]
}

/** A page of a help center, as a browser gets it. */
export type CorpusPage = { key: string; title: string; path: string; html: string }
/** A manual item: a text that was entered in the console. */
export type CorpusText = { key: string; title: string | null; text: string }
export type CorpusQuestion = {
  id: string
  kind: string
  /** The visitor's messages of one conversation; the last one is graded. */
  turns: string[]
  /** Keys of the right pages. */
  pages: string[]
  /** A right answer contains one of these phrases or `/expressions/`; null where the right page is enough. */
  facts: string[] | null
  /** Statements about something else, which a precise answer does not contain. */
  unrelated: string[]
  /** The corpus does not contain the answer. */
  isOutOfScope: boolean
}
export type Corpus = { name: string; items: (CorpusPage | CorpusText)[]; questions: CorpusQuestion[] }

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
  not?: string[]
}
type StoredText = { type: 'text'; key: string; company: string; title?: string; text: string }
type StoredTextQuestion = StoredQuestion & { company: string; text?: string }
type StoredCorpus = { shell: string; pages: StoredPage[]; questions: StoredQuestion[] }

/** The pages of a company that has just begun. */
const fewPages = 5
/** One page in this many is asked for by its title. */
const titleShare = 3

function readHelpCenter(name: HelpCenterName): Corpus {
  const stored = readStoredHelpCenter(name)
  const pages = stored.pages.map((page) => renderPage(stored.shell, page, stored.pages))
  const questions = [...stored.questions.map(toQuestion), ...createTitleQuestions(pages)]
  return { name, items: pages, questions }
}

function readHeldOutQuestions(name: HelpCenterName): Corpus {
  const lines = readLines(heldOutQuestions) as (StoredQuestion & { corpus: string })[]
  const questions = lines.filter(({ corpus }) => corpus === name).map(toQuestion)
  return { ...readHelpCenter(name), questions }
}

/** The knowledge of small companies: a corpus for each, of one to three texts. */
function readSmallCorpora(file: string): Corpus[] {
  const lines = readLines(file) as (StoredText | StoredTextQuestion)[]
  const texts = lines.filter((line) => line.type === 'text')
  const questions = lines.filter((line) => line.type === 'question')
  return [...new Set(texts.map(({ company }) => company))].map((name) => ({
    name,
    items: texts
      .filter(({ company }) => company === name)
      .map(({ key, title = null, text }) => ({ key, title, text })),
    questions: questions
      .filter(({ company }) => company === name)
      .map((question) => toQuestion({ ...question, page: question.text ?? [] })),
  }))
}

export function readStoredHelpCenter(name: HelpCenterName): StoredCorpus {
  const lines = readLines(helpCenters[name]) as (StoredShell | StoredPage | StoredQuestion)[]
  return {
    shell: lines.find((line) => line.type === 'shell')?.html ?? '',
    pages: lines.filter((line) => line.type === 'page'),
    questions: lines.filter((line) => line.type === 'question'),
  }
}

function readLines(file: string): unknown[] {
  const bytes = readFileSync(path.resolve(import.meta.dirname, file))
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
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

function toQuestion({ id, kind, turns, page, facts, decline, not }: StoredQuestion): CorpusQuestion {
  return {
    id,
    kind,
    turns,
    pages: [page ?? []].flat(),
    facts: facts ?? null,
    unrelated: not ?? [],
    isOutOfScope: decline ?? false,
  }
}

/** Divides a help center among companies of a few pages each. Each gets a share of the questions that the help center does not answer. */
function splitCorpus({ name, items, questions }: Corpus): Corpus[] {
  const count = Math.ceil(items.length / fewPages)
  const outOfScope = questions.filter(({ isOutOfScope }) => isOutOfScope)
  return Array.from({ length: count }, (_, index) => {
    const own = items.slice(index * fewPages, (index + 1) * fewPages)
    const keys = own.map(({ key }) => key)
    const answerable = questions.filter(
      ({ pages }) => pages.length > 0 && pages.every((key) => keys.includes(key)),
    )
    const others = outOfScope.filter((_, place) => place % count === index)
    return { name: `${name} ${index + 1}`, items: own, questions: [...answerable, ...others] }
  })
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
      unrelated: [],
      isOutOfScope: false,
    }))
}
