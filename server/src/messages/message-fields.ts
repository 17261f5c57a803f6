import type { Attachment } from '@aichat/contracts/chat/attachments'
import type { MessageMeta } from '@aichat/contracts/chat/messages'
import { createFields, type RowOf } from '../kit/db/fields.ts'
import type { SenderKind } from './state-fields.ts'

const { column } = createFields('m')

export const messageFields = {
  id: column<string>('id', 'uuid'),
  sessionId: column<string>('session_id', 'uuid'),
  seq: column<number>('seq', 'int'),
  senderKind: column<SenderKind>('sender_kind', 'text'),
  /** The account, visitor or session within which `clientId` is unique. */
  senderId: column<string>('sender_id', 'uuid'),
  senderName: column<string | null>('sender_name', 'text'),
  clientId: column<string>('client_id', 'text'),
  text: column<string>('text', 'text'),
  attachments: column<Attachment[] | null>('attachments', 'jsonb'),
  meta: column<MessageMeta>('meta', 'jsonb'),
  createdAt: column<string>('created_at', 'timestamptz'),
}

export type StoredMessage = RowOf<typeof messageFields>
