import { type Permission, roleCan } from '@aichat/contracts/company/permissions'
import type { User } from '@aichat/contracts/company/users'

/** Whether to offer a control. The server enforces permissions. */
export function userCan(user: Pick<User, 'role'> | null, permission: Permission): boolean {
  return user !== null && roleCan(user.role, permission)
}
