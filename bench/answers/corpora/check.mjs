// Checks the help-center corpora: every page has its header, every link has a page, and every expected
// fact of a question stands in the text of a right page. Run: node bench/answers/corpora/check.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = import.meta.dirname
const kinds = {
  plain: 30,
  paraphrase: 15,
  'out-of-scope': 12,
  typo: 10,
  'follow-up': 8,
  identifier: 8,
  negation: 6,
  'two-questions': 5,
}
const problems = []

for (const corpus of ['harbor', 'werkbank', 'blind']) {
  if (existsSync(path.join(folder, corpus))) checkCorpus(corpus)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length ? 1 : 0

function checkCorpus(corpus) {
  const pages = readPages(corpus)
  checkLinks(corpus, pages)
  const questions = JSON.parse(readFileSync(path.join(folder, corpus, 'questions.json'), 'utf8'))
  for (const question of questions) checkQuestion(question, pages)
  if (new Set(questions.map(({ id }) => id)).size < questions.length)
    problems.push(`${corpus}: repeated question id`)
  for (const [kind, minCount] of Object.entries(kinds)) {
    const count = questions.filter((question) => question.kind === kind).length
    if (count < minCount) problems.push(`${corpus}: ${count} of ${minCount} questions of kind ${kind}`)
  }
  console.log(`${corpus}: ${pages.size} pages, ${questions.length} questions`)
}

function readPages(corpus) {
  const pages = new Map()
  const directory = path.join(folder, corpus, 'pages')
  for (const file of readdirSync(directory)) {
    const source = readFileSync(path.join(directory, file), 'utf8')
    const [, header, html] = source.match(/^<!--\n([\s\S]*?)\n-->\n([\s\S]*)$/) ?? []
    const fields = Object.fromEntries((header ?? '').split('\n').map((line) => line.split(/: (.*)/s)))
    if (!fields.title || !fields.path || !fields.section) problems.push(`${corpus}/${file}: no header`)
    pages.set(path.basename(file, '.html'), { ...fields, html, text: textOf(html ?? '') })
  }
  return pages
}

function checkLinks(corpus, pages) {
  const paths = [...pages.values()].map((page) => page.path)
  if (new Set(paths).size < paths.length) problems.push(`${corpus}: repeated path`)
  for (const [key, { html }] of pages) {
    for (const [, href] of html.matchAll(/href="(\/[^"#]*)/g)) {
      if (!paths.includes(href)) problems.push(`${corpus}/${key}: no page at ${href}`)
    }
  }
}

function checkQuestion({ id, kind, turns, page, facts, parts, decline }, pages) {
  if (!kinds[kind] || !turns?.length) problems.push(`${id}: kind or turns`)
  if (decline) {
    if (page || facts) problems.push(`${id}: declined, but has a page or facts`)
    return
  }
  if (!page || !facts?.length) return problems.push(`${id}: no page or facts`)
  const keys = [page].flat()
  for (const key of keys) if (!pages.has(key)) problems.push(`${id}: no page ${key}`)
  const texts = keys.map((key) => pages.get(key)?.text ?? '')
  for (const fact of facts) {
    if (!texts.some((text) => contains(text, fact))) problems.push(`${id}: ${fact} is on no right page`)
  }
  if (parts) {
    if (parts.flat().join() !== facts.join()) problems.push(`${id}: facts are not those of the parts`)
    return
  }
  for (const [index, text] of texts.entries()) {
    if (!facts.some((fact) => contains(text, fact))) problems.push(`${id}: ${keys[index]} has no fact`)
  }
}

function contains(text, fact) {
  const [, pattern, flags] = fact.match(/^\/(.*)\/(i?)$/) ?? []
  return pattern ? new RegExp(pattern, flags).test(text) : text.toLowerCase().includes(fact.toLowerCase())
}

function textOf(html) {
  return html
    .replace(/<\/?(strong|em|a|code|span)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}
