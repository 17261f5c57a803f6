/** What may stand over the screen, one at a time. */
export type Overlay = 'menu' | 'palette' | 'shortcuts' | 'project' | UserDialog

export type UserDialog = 'profile' | 'settings' | 'password'
