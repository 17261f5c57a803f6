// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { clearSignIn, getAccessToken, getRefreshToken, getSignOutReason } from './auth-storage.ts'
import { refreshAccessToken } from './refresh-token.ts'

beforeEach(() => {
  localStorage.setItem('accessToken', 'spent')
  localStorage.setItem('refreshToken', 'valid')
  return () => vi.unstubAllGlobals()
})

function respondWith(status: number) {
  vi.stubGlobal('fetch', async () => Response.json({ success: false, message: 'No' }, { status }))
}

test.each([400, 401, 403])('signs out when the server rejects the refresh token with %i', async (status) => {
  respondWith(status)
  await expect(refreshAccessToken('spent')).rejects.toMatchObject({ status: 401 })
  expect(getRefreshToken()).toBeNull()
})

test.each([404, 408, 429, 500, 502, 503, 507])(
  'stays signed in when a refresh fails with %i',
  async (status) => {
    respondWith(status)
    await expect(refreshAccessToken('spent')).rejects.toMatchObject({ status })
    expect(getRefreshToken()).toBe('valid')
  },
)

test('stays signed in without a response', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(refreshAccessToken('spent')).rejects.toMatchObject({ status: 0 })
  expect(getRefreshToken()).toBe('valid')
})

test('stays signed out if the user signs out while the token is refreshed', async () => {
  vi.stubGlobal('fetch', async () => {
    clearSignIn('chosen')
    return Response.json({ success: true, tokens: { accessToken: 'new', refreshToken: 'newer' } })
  })
  await expect(refreshAccessToken('spent')).rejects.toMatchObject({ status: 401 })
  expect([getAccessToken(), getRefreshToken()]).toEqual([null, null])
  expect(getSignOutReason()).toBe('chosen')
})
