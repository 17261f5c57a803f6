import { readdirSync, readFileSync } from 'node:fs'

const kinds = ['contradiction', 'duplicate', 'expired']
const here = new URL('./', import.meta.url)
const corpora = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const problems = corpora.flatMap(({ name }) => checkCorpus(name).map((problem) => `${name}: ${problem}`))
if (problems.length > 0) throw new Error(problems.join('\n'))

/** Returns the problems of a corpus. */
function checkCorpus(name) {
  const read = (file) => JSON.parse(readFileSync(new URL(`${name}/${file}.json`, here), 'utf8'))
  const [items, faults, clean] = [read('items'), read('faults'), read('clean')]
  const texts = new Map(items.map((item) => [item.id, item.text]))
  const entries = [...faults, ...clean]
  const found = entries.flatMap((entry) => checkEntry(entry, texts))
  if (texts.size !== items.length) found.push('two items have the same id')
  if (new Set(items.map(({ url }) => url)).size !== items.length) found.push('two items have the same URL')
  for (const { id, title, url, text, updatedAt } of items) {
    const isComplete = title && url.startsWith('https://') && text && !Number.isNaN(Date.parse(updatedAt))
    if (!isComplete) found.push(`item ${id} is not complete`)
  }
  if (faults.length !== 100) found.push(`${faults.length} faults instead of 100`)
  if (clean.length < 120) found.push(`${clean.length} clean cases, at least 120 expected`)
  if (new Set(entries.map(({ id }) => id)).size !== entries.length) found.push('two entries have the same id')
  for (const { id, kind, items: ids, note } of faults) {
    if (new Set(ids).size !== (kind === 'expired' ? 1 : 2)) found.push(`${id} has ${ids.length} items`)
    if (!note) found.push(`${id} has no note`)
  }
  for (const { id, reason } of clean) if (!reason) found.push(`${id} has no reason`)
  process.stdout.write(
    `${name}: ${items.length} items, ${summarize(faults)} faults, ${summarize(clean)} clean cases\n`,
  )
  return found
}

function checkEntry({ id, kind, items, quote }, texts) {
  if (!kinds.includes(kind)) return [`${id} has the unknown kind ${kind}`]
  if (items.length === 0 || items.length !== quote.length)
    return [`${id} needs one quote for each of its items`]
  return items.flatMap((item, index) => {
    if (!texts.has(item)) return [`${id} names the unknown item ${item}`]
    return texts.get(item).includes(quote[index]) ? [] : [`${id}: ${item} does not contain "${quote[index]}"`]
  })
}

function summarize(entries) {
  const counts = kinds.map((kind) => `${entries.filter((entry) => entry.kind === kind).length} ${kind}`)
  return `${entries.length} (${counts.join(', ')})`
}
