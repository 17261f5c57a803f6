import { readFileSync } from 'node:fs'

const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'))
const items = read('items')
const faults = read('faults')
const clean = read('clean')
const texts = new Map(items.map((item) => [item.id, item.text]))
const kinds = ['contradiction', 'duplicate', 'expired']
const problems = []

if (texts.size !== items.length) problems.push('two items have the same id')
if (new Set(items.map((item) => item.url)).size !== items.length) problems.push('two items have the same URL')
for (const { id, title, url, text, updatedAt } of items) {
  const isComplete = title && url.startsWith('https://') && text && !Number.isNaN(Date.parse(updatedAt))
  if (!isComplete) problems.push(`item ${id} is not complete`)
}
if (faults.length !== 100) problems.push(`${faults.length} faults instead of 100`)
if (clean.length < 120) problems.push(`${clean.length} clean cases, at least 120 expected`)
if (new Set([...faults, ...clean].map((entry) => entry.id)).size !== faults.length + clean.length)
  problems.push('two entries have the same id')
for (const entry of [...faults, ...clean]) checkEntry(entry)
for (const { id, kind, items: ids, note } of faults) {
  if (new Set(ids).size !== (kind === 'expired' ? 1 : 2)) problems.push(`${id} has ${ids.length} items`)
  if (!note) problems.push(`${id} has no note`)
}
for (const { id, reason } of clean) if (!reason) problems.push(`${id} has no reason`)

process.stdout.write(`${items.length} items, ${summary(faults)} faults, ${summary(clean)} clean cases\n`)
if (problems.length > 0) throw new Error(problems.join('\n'))

function checkEntry({ id, kind, items: ids, quote }) {
  if (!kinds.includes(kind)) problems.push(`${id} has the unknown kind ${kind}`)
  if (ids.length === 0 || ids.length !== quote.length)
    problems.push(`${id} needs one quote for each of its items`)
  for (const [index, item] of ids.entries()) {
    if (!texts.has(item)) problems.push(`${id} names the unknown item ${item}`)
    else if (!texts.get(item).includes(quote[index]))
      problems.push(`${id}: ${item} does not contain "${quote[index]}"`)
  }
}

function summary(entries) {
  const counts = kinds.map((kind) => `${entries.filter((entry) => entry.kind === kind).length} ${kind}`)
  return `${entries.length} (${counts.join(', ')})`
}
