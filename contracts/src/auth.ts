import * as z from 'zod/mini'
import { optionalText, requiredText, storable } from './common.ts'
import { company } from './companies.ts'
import { routes } from './route.ts'
import { user } from './users.ts'

export const authLimits = {
  companyName: 120,
  userName: 120,
  email: 254,
  passwordMin: 6,
  passwordMaxBytes: 256,
  accessTokenSeconds: 15 * 60,
  refreshTokenDays: 30,
} as const

export const authSentences = {
  fillAll: 'Please fill in all required fields',
  companyName: 'Company name is required',
  userName: 'Your name is required',
  email: 'Please enter a valid email address',
  password: 'Password is required',
  shortPassword: 'Password must be at least 6 characters',
  longPassword: 'Password must be at most 256 bytes',
  signupFailed: 'Signup failed. Please try again.',
  loginFailed: 'Login failed. Please check your credentials.',
  wrongCredentials: 'Invalid email or password',
  emailTaken: 'An account with this email already exists',
  authenticationFailed: 'Authentication failed',
  refreshFailed: 'Token refresh failed',
  noRefreshToken: 'No refresh token available',
  sessionEnded: 'Your session ended. Sign in to continue.',
} as const

const email = z.string(authSentences.email).check(
  storable(),
  z.overwrite<string>((text) => text.normalize('NFKC').trim()),
  z.maxLength(authLimits.email, authSentences.email),
  z.regex(/^[^\s@<>"',;:()[\]\\]+@[^\s@.<>"',;:()[\]\\]+(\.[^\s@.<>"',;:()[\]\\]+)+$/, authSentences.email),
)

const newPassword = z.string(authSentences.password).check(
  z.minLength(1, authSentences.password),
  z.refine((text) => text.length === 0 || text.length >= authLimits.passwordMin, authSentences.shortPassword),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= authLimits.passwordMaxBytes,
    authSentences.longPassword,
  ),
)

export const signupForm = z.object({
  companyName: requiredText(authLimits.companyName, authSentences.companyName),
  name: requiredText(authLimits.userName, authSentences.userName),
  email,
  password: newPassword,
})

export const loginForm = z.object({
  email,
  password: z.string(authSentences.password).check(z.minLength(1, authSentences.password)),
})

export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.output<typeof tokens>

/** What a sign-in answers, and what the console keeps: two tokens, the user and the company. */
export const signedIn = z.object({ tokens, data: z.object({ user, company }) })
export type SignedIn = z.output<typeof signedIn>

const refreshTokenBody = z.object({ refreshToken: optionalText(512) })

export const authRoutes = routes({
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Create a company and its first user, the Owner',
    access: 'public',
    body: signupForm,
    reply: signedIn,
    status: 201,
    whenMissing: authSentences.fillAll,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    access: 'public',
    body: loginForm,
    reply: signedIn,
    whenMissing: authSentences.fillAll,
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh-token',
    summary: 'Exchange a refresh token for new tokens; the presented one works until its successor is used',
    access: 'public',
    body: refreshTokenBody,
    reply: z.object({ tokens }),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the sign-in that the refresh token belongs to',
    access: 'public',
    body: refreshTokenBody,
  },
})
