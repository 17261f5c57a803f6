import { describeRoles, type Permission } from '@aichat/contracts/company/permissions'
import { getCurrentUser, useUser } from './http/auth-storage.ts'
import { userCan } from './user-can.ts'

/** For code outside of components. */
export function currentUserCan(permission: Permission): boolean {
  return userCan(getCurrentUser(), permission)
}

export function usePermission(permission: Permission): boolean {
  return userCan(useUser(), permission)
}

/** Why the signed-in user may not use a control; null when they may. */
export function useDenial(permission: Permission | undefined): string | null {
  const user = useUser()
  return permission === undefined || userCan(user, permission) ? null : describeRoles(permission)
}
