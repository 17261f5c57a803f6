import { expect, test } from 'vitest'
import { loginPath, safeReturnUrl } from './paths.ts'

const origin = 'https://console.example'

test('keeps the whole path of this origin', () => {
  expect(safeReturnUrl('/chats?session=1#end', origin)).toBe('/chats?session=1#end')
})

test.each([
  null,
  '',
  'chats',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login?returnUrl=/login',
])('falls back to the dashboard for %j', (requested) => {
  expect(safeReturnUrl(requested, origin)).toBe('/dashboard')
})

test('encodes the requested URL in the query', () => {
  const url = new URL(loginPath('/projects/1?tab=agents'), origin)
  expect(url.searchParams.get('returnUrl')).toBe('/projects/1?tab=agents')
})
