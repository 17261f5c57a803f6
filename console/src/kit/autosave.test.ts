import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, type SaveState } from './autosave.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createTestAutosave() {
  const states: SaveState[] = []
  const saves: { text: string; leaving: boolean; succeed: () => void; fail: () => void }[] = []
  let text = ''
  let stored = ''
  const autosave = createAutosave<string>({
    getChanges: () => (text === stored ? null : text),
    save: (edit, leaving) =>
      new Promise((resolve, reject) => {
        saves.push({
          text: edit,
          leaving,
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
  const { states, saves, type } = createTestAutosave()
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

test('runs one save at a time and saves later edits next', async () => {
  const { saves, states, type } = createTestAutosave()
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

test('shows an error until a retry, which saves the latest edit', async () => {
  const { autosave, saves, states, type } = createTestAutosave()
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

test('flushes without waiting, and skips an edit that was undone', async () => {
  const { autosave, saves, type } = createTestAutosave()
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

test('saves an edit made while Saved is showing', async () => {
  const { saves, type } = createTestAutosave()
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  saves[0]!.succeed()
  await vi.advanceTimersByTimeAsync(500)
  type('ab')
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves.map((save) => save.text)).toEqual(['a', 'ab'])
})

test.each(['succeed', 'fail'] as const)('a flush waits for a running save that will %s', async (end) => {
  const { autosave, saves, type } = createTestAutosave()
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  type('ab')
  void autosave.flush()
  expect(saves).toHaveLength(1)
  saves[0]![end]()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves[1]).toMatchObject({ text: 'ab', leaving: true })
})

test('shows an error when the flush after a failed save fails too', async () => {
  const { autosave, saves, states, type } = createTestAutosave()
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  void autosave.flush()
  for (const index of [0, 1]) {
    saves[index]!.fail()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(saves).toHaveLength(2)
  expect(states).toEqual(['saving', 'error'])
})

test('does not wait for a running save when the page closes', async () => {
  const { autosave, saves, type } = createTestAutosave()
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  type('ab')
  void autosave.flushOnClose()
  expect(saves.map(({ text, leaving }) => [text, leaving])).toEqual([
    ['a', false],
    ['ab', true],
  ])
  saves[1]!.fail()
  saves[0]!.succeed()
  // The browser has restored the page: its timer saves the edit again.
  await vi.advanceTimersByTimeAsync(1000)
  expect(saves[2]).toMatchObject({ text: 'ab', leaving: false })
})

test('shows no saving for an edit that cannot be saved', async () => {
  const states: SaveState[] = []
  const autosave = createAutosave<string>({
    getChanges: () => null,
    save: () => Promise.resolve(),
    onState: (state) => states.push(state),
  })
  autosave.schedule()
  await vi.advanceTimersByTimeAsync(5000)
  expect(states).toEqual([])
})

test('retries a failed save when the connection is back, and nothing else', async () => {
  const { autosave, saves, states, type } = createTestAutosave()
  type('a')
  autosave.retryFailed()
  expect(saves).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1000)
  saves[0]!.fail()
  await vi.advanceTimersByTimeAsync(0)
  autosave.retryFailed()
  saves[1]!.succeed()
  await vi.advanceTimersByTimeAsync(0)
  expect(states).toEqual(['saving', 'error', 'saving', 'saved'])
})
