import {
  knowledgeFileTypes,
  knowledgeImportTypes,
  knowledgeLimits,
  knowledgeSentences,
} from '@aichat/contracts/ai/knowledge'
import { type FileType, fileTypes } from '../../files/file-types.ts'
import type { UploadRules } from '../../files/receive.ts'

export const fileRules: UploadRules = {
  field: 'file',
  maxBytes: knowledgeLimits.fileBytes,
  types: toTypes(knowledgeFileTypes),
  sentences: {
    missing: knowledgeSentences.file,
    empty: knowledgeSentences.fileEmpty,
    tooLarge: knowledgeSentences.fileTooLarge,
    wrongType: knowledgeSentences.fileType,
    wrongContent: knowledgeSentences.fileContent,
  },
}

export const importRules: UploadRules & { maxFiles: number; tooMany: string } = {
  field: 'files',
  maxBytes: knowledgeLimits.fileBytes,
  maxFiles: knowledgeLimits.importFiles,
  tooMany: knowledgeSentences.importTooMany,
  types: toTypes(knowledgeImportTypes),
  sentences: {
    missing: knowledgeSentences.importFiles,
    empty: knowledgeSentences.fileEmpty,
    tooLarge: knowledgeSentences.fileTooLarge,
    wrongType: knowledgeSentences.importType,
    wrongContent: knowledgeSentences.fileContent,
  },
}

/** Extensions with their media types, and the checks of their content. */
function toTypes(mimes: Record<string, string>): FileType[] {
  return Object.entries(mimes).map(([extension, mime]) => ({ ...(fileTypes[extension] as FileType), mime }))
}
