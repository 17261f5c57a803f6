export const composerShortcuts = {
  write: 'R',
  attach: 'Mod+Shift+A',
  emoji: 'Mod+Shift+E',
} as const
