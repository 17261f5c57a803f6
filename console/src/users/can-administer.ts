import type { User } from '@aichat/contracts/users'

/** The server decides; this only keeps out of sight what it would refuse. */
export function canAdminister(you: Pick<User, 'role'> | null): boolean {
  return you?.role === 'Owner' || you?.role === 'Admin'
}
