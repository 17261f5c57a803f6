import { readFileSync } from 'node:fs'

const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'))
const items = read('items')
const questions = read('questions')
const mutations = read('mutations')
const harmless = read('harmless')
const texts = new Map(items.map((item) => [item.id, item.text]))
const asked = new Set(questions.map((question) => question.text))
const problems = []

if (texts.size !== items.length) problems.push('two items have the same id')
if (asked.size !== questions.length) problems.push('two questions have the same text')
checkCount('answered questions', questions.filter((question) => question.isAnswered).length, 250)
checkCount('unanswered questions', questions.filter((question) => !question.isAnswered).length, 60)
checkCount('harmful edits', mutations.length, 200)
checkCount('harmless edits', harmless.length, 100)
for (const edit of [...mutations, ...harmless]) checkEdit(edit)

process.stdout.write(
  `${items.length} items, ${questions.length} questions, ${mutations.length} harmful edits\n`,
)
if (problems.length > 0) throw new Error(problems.join('\n'))

function checkCount(name, count, expected) {
  if (count !== expected) problems.push(`${count} ${name} instead of ${expected}`)
}

function checkEdit({ id, kind, item, find, replace, question }) {
  if (!asked.has(question)) problems.push(`${id} names the unknown question "${question}"`)
  const text = texts.get(item)
  if (text === undefined) problems.push(`${id} names the unknown item ${item}`)
  else if (kind !== 'deleted-page') {
    if (text.split(find).length !== 2) problems.push(`${id}: "${find}" does not occur exactly once`)
    if (find === replace) problems.push(`${id} changes nothing`)
  }
}
