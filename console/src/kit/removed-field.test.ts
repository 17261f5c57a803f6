// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchRemovedField } from './removed-field.ts'

let time = 0
let watch: ReturnType<typeof watchRemovedField>

beforeEach(() => {
  time = 100_000
  watch = watchRemovedField(() => time)
  document.body.innerHTML = '<textarea></textarea><button>Other</button>'
})
afterEach(() => watch.stop())

const field = () => document.querySelector('textarea') as HTMLElement

test('owns the keys that follow the removal of the focused field, until a second passes without one', () => {
  field().focus()
  expect(watch.ownsKeyPress()).toBe(false)
  field().remove()
  for (let key = 0; key < 5; key += 1) {
    expect(watch.ownsKeyPress()).toBe(true)
    time += 999
  }
  time += 1
  expect(watch.ownsKeyPress()).toBe(false)
})

test('measures from the removal, not from the first key press', async () => {
  field().focus()
  field().remove()
  // The observer reports the removal in a microtask.
  await Promise.resolve()
  time += 1000
  expect(watch.ownsKeyPress()).toBe(false)
})

test('owns no keys after the removal of a field that had lost the focus', async () => {
  field().focus()
  document.querySelector('button')?.focus()
  field().remove()
  expect(watch.ownsKeyPress()).toBe(false)

  document.body.innerHTML = '<textarea></textarea>'
  field().focus()
  field().blur()
  await Promise.resolve()
  field().remove()
  expect(watch.ownsKeyPress()).toBe(false)
})

test('owns no keys after another field had the focus', () => {
  field().focus()
  field().remove()
  expect(watch.ownsKeyPress()).toBe(true)
  document.body.append(document.createElement('input'))
  document.querySelector('input')?.focus()
  document.querySelector('button')?.focus()
  expect(watch.ownsKeyPress()).toBe(false)
})

test('owns no keys after the removal of a focused button', () => {
  document.querySelector('button')?.focus()
  document.querySelector('button')?.remove()
  expect(watch.ownsKeyPress()).toBe(false)
})
