import type { PageOutcome } from '@aichat/contracts/ai/sources'
import type { TransferredContent } from '../../knowledge/read/extract-child.ts'
import type { NewQueuedPage, QueuedPage } from '../page-queue-store.ts'
import type { Validators } from './fetch-url.ts'

/** The result of reading one page of a run, before it is compared with the stored page. */
export type PageResult = { page: QueuedPage; discovered: NewQueuedPage[] } & (
  | {
      kind: 'read'
      content: TransferredContent
      language: string | null
      validators: Validators
      /** Another page of the website that this one names as its original. */
      canonical: string | null
    }
  | { kind: 'unchanged'; validators: Validators }
  /** The website no longer has the page, or has it at the address `movedTo`. */
  | { kind: 'gone'; reason: string; outcome: 'failed' | 'redirected' | 'skipped'; movedTo?: string }
  | { kind: 'outcome'; outcome: PageOutcome | 'listed'; reason: string | null }
  | { kind: 'retry'; delaySeconds: number }
  /** It was claimed and not requested. */
  | { kind: 'release' }
)
