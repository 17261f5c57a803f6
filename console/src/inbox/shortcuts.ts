export const inboxShortcuts = {
  search: '/',
  next: 'J',
  previous: 'K',
  nextUnread: 'Shift+J',
  previousUnread: 'Shift+K',
} as const
