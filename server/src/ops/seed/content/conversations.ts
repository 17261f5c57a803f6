import { earlierConversations } from './earlier-conversations.ts'
import { rentalConversations } from './rental-conversations.ts'
import { shopConversations } from './shop-conversations.ts'
import type { DemoConversation } from './types.ts'

export const demoConversations: DemoConversation[] = [
  ...earlierConversations,
  ...shopConversations.map((conversation) => ({ ...conversation, project: 'shop' as const })),
  ...rentalConversations.map((conversation) => ({ ...conversation, project: 'rentals' as const })),
]
