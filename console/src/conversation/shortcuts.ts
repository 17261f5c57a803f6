export const conversationShortcuts = {
  close: 'E',
  assign: 'A',
  autoReply: 'M',
  unread: 'U',
} as const
