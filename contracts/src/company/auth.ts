import * as z from 'zod/mini'
import { commonSentences, emailAddress, optionalText, personLimits, requiredLine } from '../kit/common.ts'
import { perAddress, perUser, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'
import { company, companyLimits, companySentences } from './companies.ts'
import { role, user, userSentences } from './users.ts'

export const authLimits = {
  companyName: companyLimits.name,
  userName: personLimits.name,
  email: personLimits.email,
  passwordMin: 6,
  passwordMaxBytes: 256,
  accessTokenSeconds: 15 * 60,
  refreshTokenDays: 30,
  resetMinutes: 60,
  confirmationHours: 24,
  /** Contains the names and the address of the account. */
  confirmationToken: 8000,
} as const

/** `invite`: people join existing companies by invitation. `closed`: not even that. */
export const signupModes = ['open', 'invite', 'closed'] as const
export type SignupMode = (typeof signupModes)[number]

export const authSentences = {
  fillAll: 'Please fill in all required fields',
  companyName: companySentences.nameRequired,
  userName: userSentences.nameRequired,
  email: commonSentences.email,
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
  wrongCurrentPassword: 'Current password is incorrect',
  expiredLink: 'This link has expired or was already used. Request a new one.',
  inviteOnly: 'Sign-up is by invitation only. Ask your team for an invitation.',
  signupClosed: 'New accounts are turned off here. Ask your administrator for help.',
  sessionEnded: 'Your session has expired. Sign in to continue.',
} as const

/** Checked before a password is hashed: hashing takes longer for a longer text. */
const isShortEnough = z.refine<string>(
  (text) => new TextEncoder().encode(text).length <= authLimits.passwordMaxBytes,
  authSentences.longPassword,
)

const newPassword = z.string(authSentences.password).check(
  z.minLength(1, authSentences.password),
  z.refine((text) => text.length === 0 || text.length >= authLimits.passwordMin, authSentences.shortPassword),
  isShortEnough,
)

const existingPassword = z
  .string(authSentences.password)
  .check(z.minLength(1, authSentences.password), isShortEnough)

export const signupForm = z.object({
  companyName: requiredLine(authLimits.companyName, authSentences.companyName),
  name: requiredLine(authLimits.userName, authSentences.userName),
  email: emailAddress,
  password: newPassword,
})

export const loginForm = z.object({
  email: emailAddress,
  password: existingPassword,
})

export const passwordForm = z.object({ currentPassword: existingPassword, newPassword })
export const joinForm = z.object({
  name: requiredLine(authLimits.userName, authSentences.userName),
  password: newPassword,
})

export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.output<typeof tokens>

/** The response to a sign-in: an access token, a refresh token, the user and the company. */
export const signedIn = z.object({ tokens, data: z.object({ user, company }) })
export type SignedIn = z.output<typeof signedIn>

/** Without tokens, the account is created when the link that was mailed to `confirmEmail` is used. */
export const signedInOrPending = z.object({
  tokens: z.optional(tokens),
  data: z.union([z.object({ user, company }), z.object({ confirmEmail: z.string() })]),
})
export type PendingAccount = { data: { confirmEmail: string } }

const refreshTokenBody = z.object({ refreshToken: optionalText(512) })

export const authRateLimits = {
  signup: { name: 'signup', points: 20, seconds: 60 * 60 },
  confirmEmail: { name: 'confirmEmail', points: 20, seconds: 60 * 60 },
  passwordAddress: { name: 'passwordAddress', points: 50, seconds: 15 * 60 },
  passwordAccountAddress: { name: 'passwordAccountAddress', points: 10, seconds: 15 * 60 },
  passwordAccount: { name: 'passwordAccount', points: 50, seconds: 15 * 60 },
  reset: { name: 'reset', points: 10, seconds: 60 * 60 },
  mailAccountAddress: { name: 'mailAccountAddress', points: 5, seconds: 60 * 60 },
  mailAccount: { name: 'mailAccount', points: 20, seconds: 60 * 60 },
  mailAccountReserve: { name: 'mailAccountReserve', points: 1, seconds: 10 * 60 },
} as const satisfies Record<string, RateLimit>

const wrongPassword = 'attempts with a wrong password; the account has limits of its own'

export const authRoutes = routes({
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    summary:
      'Create a company with its Owner. If the installation verifies addresses, both are created by the link of an email, and the response does not reveal whether the address has an account',
    access: { permission: 'public', rateLimit: perAddress(authRateLimits.signup), audit: ['signed_up'] },
    body: z.extend(signupForm, {
      /** Of the browser; a name that the server does not know counts as UTC. */
      timeZone: z.optional(z.string()),
    }),
    responseBody: signedInOrPending,
    status: 201,
    requiredMessage: authSentences.fillAll,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: 'Create the account of a confirmation link, set its password and sign in',
    access: {
      permission: 'public',
      rateLimit: perAddress(authRateLimits.confirmEmail),
      audit: ['signed_up'],
    },
    body: z.object({ token: optionalText(authLimits.confirmationToken), password: newPassword }),
    responseBody: signedIn,
    status: 201,
    requiredMessage: authSentences.fillAll,
  },
  settings: {
    method: 'GET',
    path: '/api/auth/settings',
    summary: 'Retrieve who may sign up, and whether the installation sends email',
    access: { permission: 'public', rateLimit: 'none', audit: 'none' },
    response: z.object({ signup: z.enum(signupModes), canMail: z.boolean() }),
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    access: {
      permission: 'public',
      rateLimit: perAddress(authRateLimits.passwordAddress, wrongPassword),
      audit: ['signed_in', 'sign_in_failed'],
    },
    body: loginForm,
    responseBody: signedIn,
    requiredMessage: authSentences.fillAll,
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh-token',
    summary: 'Exchange a refresh token for new tokens; the old one stays valid until its successor is used',
    access: { permission: 'public', rateLimit: 'none', audit: ['refresh_token_reused'] },
    body: refreshTokenBody,
    responseBody: z.object({ tokens }),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Revoke the sign-in of a refresh token',
    access: { permission: 'public', rateLimit: 'none', audit: ['signed_out'] },
    body: refreshTokenBody,
  },
  changePassword: {
    method: 'POST',
    path: '/api/me/password',
    summary: 'Change the password of the signed-in user, revoke all other sign-ins and return new tokens',
    access: {
      permission: 'account.manage',
      rateLimit: perUser(authRateLimits.passwordAccountAddress, wrongPassword),
      audit: ['password_changed'],
    },
    body: passwordForm,
    responseBody: signedIn,
    requiredMessage: authSentences.fillAll,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Email a password reset link; the response does not reveal whether the account exists',
    access: { permission: 'public', rateLimit: perAddress(authRateLimits.reset), audit: 'none' },
    body: z.object({ email: emailAddress }),
    /** Whether this installation sends mail at all. */
    response: z.object({ canMail: z.boolean() }),
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token of a reset link, and revoke all sign-ins of the user',
    access: { permission: 'public', rateLimit: 'none', audit: ['password_reset'] },
    body: z.object({ token: optionalText(512), password: newPassword }),
  },
})

/** Identified by the token of the invitation link. Unknown, used and expired tokens all return 404. */
export const invitationRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/invitations/:token',
    summary: 'Retrieve an invitation',
    access: { permission: 'public', rateLimit: 'none', audit: 'none' },
    response: z.object({
      company: z.object({ name: z.string() }),
      email: z.string(),
      /** Empty when the invitation has no name. */
      name: z.string(),
      role,
    }),
  },
  accept: {
    method: 'POST',
    path: '/api/invitations/:token',
    summary: 'Accept an invitation and sign in',
    access: { permission: 'public', rateLimit: 'none', audit: ['joined'] },
    body: joinForm,
    responseBody: signedInOrPending,
    status: 201,
    requiredMessage: authSentences.fillAll,
  },
})
