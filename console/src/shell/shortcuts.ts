/** Shortcuts that work on every screen. */
export const shellKeys = {
  palette: 'Mod+K',
  sheet: '?',
  sidebar: 'Mod+B',
  newProject: 'N',
  dashboard: 'G D',
  projects: 'G P',
  chats: 'G C',
  users: 'G U',
  reports: 'G R',
} as const
