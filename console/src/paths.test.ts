import { expect, test } from 'vitest'
import { loginPath, safeReturnUrl } from './paths.ts'

const origin = 'https://console.example'

test('keeps the whole path of this origin', () => {
  expect(safeReturnUrl('/chats?session=1#end', origin)).toBe('/chats?session=1#end')
})

const hostile = [
  null,
  '',
  'chats',
  ' /chats',
  'https://evil.test/',
  'HTTPS:evil.test',
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '//console.example@evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  '/\t\\evil.test',
  '/.//evil.test',
  '/./\\evil.test',
  '/.\\/evil.test',
  '/.\t//evil.test',
  '/..//evil.test',
  '/../..//evil.test',
  '/chats/..//evil.test',
  '/chats/../\\evil.test',
  '/%2e//evil.test',
  '/%2E%2e//evil.test',
  '/chats/%2e%2e//evil.test',
  '/.%2e//evil.test',
  '/chats/.././/evil.test?x#y',
  '//console.example:444/',
  '/\\[::1]/',
  '//\ud800',
  'javascript:alert(1)',
  'data:text/html,x',
  '/login?returnUrl=/login',
  '/login/',
  '/LOGIN',
  '/signup#x',
  '/./login',
  '/chats/../login',
]

test.each(hostile)('falls back to the dashboard for %j', (requested) => {
  expect(safeReturnUrl(requested, origin)).toBe('/dashboard')
})

test.each([
  ['/%2F/evil.test'],
  ['/%5Cevil.test'],
  ['/%09/evil.test'],
  ['/%2f%2fevil.test'],
  ['/@evil.test'],
  ['/;//evil.test'],
  ['/chats//evil.test'],
  ['/chats?next=//evil.test'],
  ['/chats#//evil.test'],
])('keeps %j, which stays on this origin however often it is resolved', (requested) => {
  const accepted = safeReturnUrl(requested, origin)
  expect(accepted).toBe(requested)
  expect(new URL(accepted, origin).origin).toBe(origin)
  expect(safeReturnUrl(accepted, origin)).toBe(accepted)
})

test('encodes the requested URL in the query', () => {
  const url = new URL(loginPath('/projects/1?tab=agents'), origin)
  expect(url.searchParams.get('returnUrl')).toBe('/projects/1?tab=agents')
})
