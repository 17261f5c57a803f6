import { expect, test } from 'vitest'
import { createHostMetadataSync } from './host-metadata-sync.ts'

const page = { url: '', referrer: '', language: 'en' }
const visitor = (attributes: object, contact = {}) =>
  ({ identity: '', contact, attributes: attributes as Record<string, string> }) as const

function setUp(isRefused: (value: unknown) => boolean) {
  const stored: Record<string, unknown> = {}
  const refused: string[] = []
  let requests = 0
  let isOffline = false
  const sync = createHostMetadataSync(
    async (_, payload: Record<string, unknown>) => {
      requests += 1
      if (isOffline) return { kind: 'offline' }
      const values = (payload.attributes ?? payload) as Record<string, unknown>
      if (Object.values(values).some(isRefused)) return { kind: 'refused', error: '', code: 'bad_input' }
      Object.assign(stored, values)
      return { kind: 'done', data: {} }
    },
    (command) => refused.push(command),
  )
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    stored,
    refused,
    sync,
    settle,
    count: () => requests,
    setOffline(value: boolean) {
      isOffline = value
    },
  }
}

test('one value that is refused does not take the others with it, nor later ones', async () => {
  const { stored, refused, sync, settle, count } = setUp((value) => String(value).length > 500)
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`n${index}`, index]))
  sync.setAll(page, visitor({ ...many, long: 'x'.repeat(501) }))
  await settle()
  expect(stored).toEqual(many)
  expect(refused).toEqual(['attributes'])
  const before = count()
  sync.setAll(page, visitor({ ...many, long: 'x'.repeat(501), plan: 'pro' }))
  await settle()
  expect(stored).toEqual({ ...many, plan: 'pro' })
  expect(count()).toBe(before + 1)
  expect(refused).toEqual(['attributes'])
})

test('a malformed e-mail address is refused, and the name is saved', async () => {
  const { stored, refused, sync, settle } = setUp((value) => value === 'nowhere')
  sync.setAll(page, visitor({}, { name: 'Kim', email: 'nowhere' }))
  await settle()
  expect(stored).toEqual({ name: 'Kim' })
  expect(refused).toEqual(['identify'])
})

test('values are sent again after a lost connection', async () => {
  const { stored, sync, settle, setOffline } = setUp(() => false)
  setOffline(true)
  sync.setAll(page, visitor({ plan: 'pro' }))
  await settle()
  expect(stored).toEqual({})
  setOffline(false)
  await sync.flush()
  expect(stored).toEqual({ plan: 'pro' })
})
