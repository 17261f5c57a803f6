export const composerShortcuts = {
  write: 'R',
  note: 'Shift+N',
  sendAndNext: 'Mod+Enter',
  sendAndClose: 'Mod+Shift+Enter',
  attach: 'Mod+Shift+A',
  emoji: 'Mod+Shift+E',
} as const
