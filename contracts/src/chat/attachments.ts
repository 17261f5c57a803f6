import * as z from 'zod/mini'
import { id } from '../kit/common.ts'
import { perAddress, perCompany, type RateLimit } from '../kit/rate-limit.ts'

export const fileRateLimits = {
  upload: { name: 'upload', points: 60, seconds: 60 * 60 },
  companyUpload: { name: 'companyUpload', points: 600, seconds: 60 * 60 },
  copyFile: { name: 'copyFile', points: 300, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

/** Of a route that receives one file. */
export const uploadLimits = [perAddress(fileRateLimits.upload), perCompany(fileRateLimits.companyUpload)]

/** Of a route that receives several files, which its handler counts. */
export const perFileLimits = [
  perAddress(fileRateLimits.upload, 'each file'),
  perCompany(fileRateLimits.companyUpload, 'each file'),
]

export const visitorUploadLimits = [
  perAddress(fileRateLimits.upload),
  perCompany(fileRateLimits.companyUpload, 'uploads of visitors, which have a count of their own'),
]

export const attachmentLimits = { bytes: 10 * 1024 * 1024, perMessage: 10 } as const

/** Supported file extensions, for the `accept` attribute of a file input. */
export const attachmentExtensions = [
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
  '.pdf',
  '.txt',
  '.csv',
  '.md',
  '.log',
] as const

export const attachmentSentences = {
  fileMissing: 'Choose a file to send',
  fileTooLarge: 'The file is too large (10 MB at most).',
  fileEmpty: 'The file is empty.',
  fileContent: "The file's content does not match its name.",
  fileType: 'Only images (PNG, JPEG, GIF, WebP), PDFs and text files can be sent.',
  fileUnknown: 'Attachment not found. Please add it again.',
  fileUnreadable: "The file can't be opened right now. Please try again.",
  quotaExceeded:
    "Your company's file storage is full. Delete files you no longer need, or ask your administrator for more space.",
  visitorQuotaExceeded: "We can't receive files right now. Please describe it in a message.",
  tooManyFiles: 'You can send up to 10 files at a time.',
} as const

/** A file of a message. The server derives `mime` from the content and the extension. */
export const attachment = z.object({ id, name: z.string(), mime: z.string(), size: z.int() })
export type Attachment = z.output<typeof attachment>

/** Ids of uploaded files, in display order. */
export const attachmentIds = z
  .array(z.string().check(z.maxLength(100)), attachmentSentences.fileUnknown)
  .check(z.maxLength(attachmentLimits.perMessage, attachmentSentences.tooManyFiles))
