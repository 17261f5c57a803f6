import { sourceLimits, sourceSentences } from '@aichat/contracts/ai/sources'
import { type FileType, fileTypes } from '../files/file-types.ts'
import type { UploadRules } from '../files/receive.ts'

export const archiveRules: UploadRules = {
  field: 'file',
  maxBytes: sourceLimits.archiveBytes,
  types: [fileTypes['.zip'] as FileType],
  sentences: {
    missing: sourceSentences.archive,
    empty: sourceSentences.archiveEmpty,
    tooLarge: sourceSentences.archiveTooLarge,
    wrongType: sourceSentences.archiveType,
    wrongContent: sourceSentences.archiveContent,
  },
}
