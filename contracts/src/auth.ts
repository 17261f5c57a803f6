import * as z from 'zod/mini'
import { commonSentences, emailAddress, optionalText, personLimits, requiredText } from './common.ts'
import { company, companyLimits, companySentences } from './companies.ts'
import { routes } from './route.ts'
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
} as const

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
  wrongCurrentPassword: 'The current password is not right',
  expiredLink: 'This link no longer works. Please ask for a new one.',
  sessionEnded: 'Your session ended. Sign in to continue.',
} as const

const newPassword = z.string(authSentences.password).check(
  z.minLength(1, authSentences.password),
  z.refine((text) => text.length === 0 || text.length >= authLimits.passwordMin, authSentences.shortPassword),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= authLimits.passwordMaxBytes,
    authSentences.longPassword,
  ),
)

const existingPassword = z.string(authSentences.password).check(z.minLength(1, authSentences.password))

export const signupForm = z.object({
  companyName: requiredText(authLimits.companyName, authSentences.companyName),
  name: requiredText(authLimits.userName, authSentences.userName),
  email: emailAddress,
  password: newPassword,
})

export const loginForm = z.object({
  email: emailAddress,
  password: existingPassword,
})

export const passwordForm = z.object({ currentPassword: existingPassword, newPassword })
export const joinForm = z.object({
  name: requiredText(authLimits.userName, authSentences.userName),
  password: newPassword,
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
    responseBody: signedIn,
    status: 201,
    requiredMessage: authSentences.fillAll,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    access: 'public',
    body: loginForm,
    responseBody: signedIn,
    requiredMessage: authSentences.fillAll,
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh-token',
    summary: 'Exchange a refresh token for new tokens; the presented one works until its successor is used',
    access: 'public',
    body: refreshTokenBody,
    responseBody: z.object({ tokens }),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End the sign-in that the refresh token belongs to',
    access: 'public',
    body: refreshTokenBody,
  },
  changePassword: {
    method: 'POST',
    path: '/api/me/password',
    summary: 'Change one’s own password; every other sign-in ends, and this one goes on with new tokens',
    body: passwordForm,
    responseBody: signedIn,
    requiredMessage: authSentences.fillAll,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary:
      'Mail a link with which to choose a new password, if the address is known; the answer never says',
    access: 'public',
    body: z.object({ email: emailAddress }),
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Choose a new password with the token of a mailed link; every sign-in of the person ends',
    access: 'public',
    body: z.object({ token: optionalText(512), password: newPassword }),
  },
})

/** The token of an invitation's link says which one is meant. Unknown, used and expired ones are alike: not found. */
export const invitationRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/invitations/:token',
    summary: 'Who invites whom',
    access: 'public',
    response: z.object({
      company: z.object({ name: z.string() }),
      email: z.string(),
      /** Empty when the invitation gave none. */
      name: z.string(),
      role,
    }),
  },
  accept: {
    method: 'POST',
    path: '/api/invitations/:token',
    summary: 'Join the company, and sign in',
    access: 'public',
    body: joinForm,
    responseBody: signedIn,
    status: 201,
    requiredMessage: authSentences.fillAll,
  },
})
