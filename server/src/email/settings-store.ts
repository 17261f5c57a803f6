import { type EmailSettings, emailDefaults } from '@aichat/contracts/company/email'
import type { Sql } from '../kit/db/db.ts'

export type StoredEmailSettings = Pick<EmailSettings, 'sendsReplies' | 'replyDelayMinutes' | 'senderName'>

export async function getEmailSettings(sql: Sql): Promise<StoredEmailSettings> {
  const [row] = await sql<StoredEmailSettings>`
    select sends_replies as "sendsReplies", reply_delay_minutes as "replyDelayMinutes", sender_name as "senderName"
    from email_settings`
  return row ?? emailDefaults
}

export async function setEmailSettings(
  sql: Sql,
  companyId: string,
  { sendsReplies, replyDelayMinutes, senderName }: StoredEmailSettings,
): Promise<void> {
  await sql`
    insert into email_settings (company_id, sends_replies, reply_delay_minutes, sender_name)
    values (${companyId}, ${sendsReplies}, ${replyDelayMinutes}, ${senderName})
    on conflict (company_id) do update set sends_replies = excluded.sends_replies,
      reply_delay_minutes = excluded.reply_delay_minutes, sender_name = excluded.sender_name`
}
