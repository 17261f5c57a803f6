import type { User } from '@aichat/contracts/users'

/** Hides controls that the server would reject. The server enforces permissions. */
export function canAdminister(user: Pick<User, 'role'> | null): boolean {
  return user?.role === 'Owner' || user?.role === 'Admin'
}
