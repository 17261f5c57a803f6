import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, type SaveState } from './autosave.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function desk() {
  const states: SaveState[] = []
  const saves: { text: string; succeed: () => void; fail: () => void }[] = []
  let text = ''
  let stored = ''
  const autosave = createAutosave<string>({
    getChanges: () => (text === stored ? null : text),
    save: (edit) =>
      new Promise((resolve, reject) => {
        saves.push({
          text: edit,
          succeed: () => {
            stored = edit
            resolve()
          },
          fail: () => reject(new Error('no')),
        })
      }),
    onState: (state) => states.push(state),
  })
  function type(next: string) {
    text = next
    autosave.schedule()
  }
  return { autosave, states, saves, type }
}

test('saves once, a second after the last edit, and shows Saved for two seconds', async () => {
  const { states, saves, type } = desk()
  type('a')
  await vi.advanceTimersByTimeAsync(900)
  type('ab')
  await vi.advanceTimersByTimeAsync(999)
  expect(saves).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(saves.map((save) => save.text)).toEqual(['ab'])
  expect(states).toEqual(['saving'])
  saves[0]!.succeed()
  await vi.advanceTimersByTimeAsync(1999)
  expect(states).toEqual(['saving', 'saved'])
  await vi.advanceTimersByTimeAsync(1)
  expect(states).toEqual(['saving', 'saved', 'idle'])
})

test('one save is in flight; what was edited meanwhile goes out next', async () => {
  const { saves, states, type } = desk()
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  type('ab')
  type('abc')
  await vi.advanceTimersByTimeAsync(5000)
  expect(saves).toHaveLength(1)
  saves[0]!.succeed()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves.map((save) => save.text)).toEqual(['a', 'abc'])
  saves[1]!.succeed()
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toBe('saved')
})

test('a failure stays until a retry, which sends the latest', async () => {
  const { autosave, saves, states, type } = desk()
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  saves[0]!.fail()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual(['saving', 'error'])
  autosave.retry()
  expect(saves[1]!.text).toBe('a')
  saves[1]!.succeed()
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toBe('saved')
})

test('a flush does not wait for the pause, and an undone edit is not saved', async () => {
  const { autosave, saves, type } = desk()
  type('a')
  autosave.flush()
  expect(saves).toHaveLength(1)
  saves[0]!.succeed()
  await vi.advanceTimersByTimeAsync(0)
  type('b')
  type('a')
  await vi.advanceTimersByTimeAsync(2000)
  expect(saves).toHaveLength(1)
})

test('an edit while Saved is showing still gets saved', async () => {
  const { saves, type } = desk()
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  saves[0]!.succeed()
  await vi.advanceTimersByTimeAsync(500)
  type('ab')
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves.map((save) => save.text)).toEqual(['a', 'ab'])
})
