import {
  type Corpus,
  type HelpCenterName,
  helpCenterNames,
  readQuestionSets,
  readStoredHelpCenter,
  type StoredPage,
  type StoredQuestion,
} from './corpus.ts'

/**
 * Checks the help-center corpora: pages are complete, every link has a page, and every expected fact of a question is in the
 * text of a right page. Messages name places only, because the texts of `blind` are not for development.
 */
const minCounts: Record<string, number> = {
  plain: 30,
  paraphrase: 15,
  'out-of-scope': 12,
  typo: 10,
  'follow-up': 8,
  identifier: 8,
  negation: 6,
  'two-questions': 5,
}
const problems: string[] = []

for (const name of helpCenterNames) checkCorpus(name)
for (const { name, corpora } of readQuestionSets()) {
  if (name.startsWith('small')) for (const corpus of corpora) checkSmallCorpus(corpus)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length ? 1 : 0

function checkCorpus(name: HelpCenterName): void {
  const { shell, pages, questions } = readStoredHelpCenter(name)
  if (!shell) problems.push(`${name}: no shell`)
  checkPages(name, pages)
  const texts = new Map(pages.map(({ key, html }) => [key, textOf(html)]))
  for (const question of questions) checkQuestion(question, texts)
  if (new Set(questions.map(({ id }) => id)).size < questions.length)
    problems.push(`${name}: repeated question id`)
  for (const [kind, minCount] of Object.entries(minCounts)) {
    const count = questions.filter((question) => question.kind === kind).length
    if (count < minCount) problems.push(`${name}: ${count} of ${minCount} questions of kind ${kind}`)
  }
  console.log(`${name}: ${pages.length} pages, ${questions.length} questions`)
}

/** Facts and unrelated statements are in the company's texts. */
function checkSmallCorpus({ name, items, questions }: Corpus): void {
  const texts = items.map((item) => ('text' in item ? item.text : ''))
  for (const { id, facts, unrelated, isOutOfScope, pages } of questions) {
    if (isOutOfScope === Boolean(facts?.length)) problems.push(`${id}: facts or declined`)
    if (!pages.every((page) => items.some(({ key }) => key === page)))
      problems.push(`${id}: no text of ${name}`)
    if (facts && !facts.every((fact) => texts.some((text) => contains(text, fact))))
      problems.push(`${id}: fact is in no text`)
    if (!unrelated.every((statement) => texts.some((text) => contains(text, statement))))
      problems.push(`${id}: unrelated statement is in no text`)
  }
}

function checkPages(name: HelpCenterName, pages: StoredPage[]): void {
  const paths = new Set(pages.map((page) => page.path))
  if (paths.size < pages.length) problems.push(`${name}: repeated path`)
  if (new Set(pages.map(({ key }) => key)).size < pages.length) problems.push(`${name}: repeated key`)
  for (const { key, title, path, section, html } of pages) {
    if (!title || !path || !section || !html) problems.push(`${name}/${key}: incomplete`)
    for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)/g)) {
      if (!paths.has(href)) problems.push(`${name}/${key}: no page at ${href}`)
    }
  }
}

function checkQuestion(
  { id, kind, turns, page, facts, parts, decline }: StoredQuestion,
  texts: Map<string, string>,
): void {
  if (!minCounts[kind] || turns.length === 0) problems.push(`${id}: kind or turns`)
  if (decline) {
    if (page || facts) problems.push(`${id}: declined, but has a page or facts`)
    return
  }
  if (!page || !facts?.length) {
    problems.push(`${id}: no page or facts`)
    return
  }
  const keys = [page].flat()
  for (const key of keys) if (!texts.has(key)) problems.push(`${id}: no page ${key}`)
  const right = keys.map((key) => texts.get(key) ?? '')
  for (const [index, fact] of facts.entries()) {
    if (!right.some((text) => contains(text, fact))) problems.push(`${id}: fact ${index} is on no right page`)
  }
  if (parts) {
    if (parts.flat().join() !== facts.join()) problems.push(`${id}: facts are not those of the parts`)
    return
  }
  for (const [index, text] of right.entries()) {
    if (!facts.some((fact) => contains(text, fact))) problems.push(`${id}: ${keys[index]} has no fact`)
  }
}

function contains(text: string, fact: string): boolean {
  const [, pattern, flags] = /^\/(.*)\/(i?)$/.exec(fact) ?? []
  return pattern ? new RegExp(pattern, flags).test(text) : text.toLowerCase().includes(fact.toLowerCase())
}

function textOf(html: string): string {
  return html
    .replace(/<\/?(strong|em|a|code|span)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}
