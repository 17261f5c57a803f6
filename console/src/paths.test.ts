import { expect, test } from 'vitest'
import { loginPath, safeReturnUrl } from './paths.ts'

const origin = 'https://console.example'

test('a path of this site is returned to, whole', () => {
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
])('%j leads to the dashboard', (wanted) => {
  expect(safeReturnUrl(wanted, origin)).toBe('/dashboard')
})

test('the requested url survives the trip through the query', () => {
  const url = new URL(loginPath('/projects/1?tab=agents'), origin)
  expect(url.searchParams.get('returnUrl')).toBe('/projects/1?tab=agents')
})
