/** The keys of the inbox. */
export const deskKeys = {
  search: '/',
  next: 'J',
  previous: 'K',
  nextUnread: 'Shift+J',
  previousUnread: 'Shift+K',
  write: 'R',
  close: 'E',
  assign: 'A',
  autoReply: 'M',
  unread: 'U',
  attach: 'Mod+Shift+A',
  emoji: 'Mod+Shift+E',
} as const
