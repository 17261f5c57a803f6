import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import type { App } from '../../app.ts'
import { companyRoom } from '../../companies/rooms.ts'
import { countHeldEmails } from './held-store.ts'

export async function publishHeldCount(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  companyId: string,
): Promise<void> {
  const count = await db.company(companyId, countHeldEmails)
  realtime.publish(companyRoom(companyId), staffEvents, 'emails:held', { count })
}
