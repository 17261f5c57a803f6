/** The overlays of the shell. One is open at a time. */
export type Overlay = 'menu' | 'palette' | 'shortcuts' | 'project' | UserDialog

export type UserDialog = 'profile' | 'password'
