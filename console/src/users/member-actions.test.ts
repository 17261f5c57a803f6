import type { Role } from '@aichat/contracts/company/permissions'
import type { TeamMember } from '@aichat/contracts/company/users'
import { expect, test } from 'vitest'
import { userCan } from '../kit/user-can.ts'
import { listAssignableRoles, listMemberActions } from './member-actions.ts'

function member(id: string, role: Role, status: TeamMember['status'] = 'active'): TeamMember {
  return { id, name: id, email: `${id}@example.com`, role, status, lastSeenAt: null, online: false }
}

const olive = member('olive', 'Owner')
const otto = member('otto', 'Owner')
const ada = member('ada', 'Admin')
const gil = member('gil', 'Agent')
const gone = member('gone', 'Agent', 'disabled')
const guest = member('guest', 'Agent', 'invited')
const heir = member('heir', 'Owner', 'invited')
const team = [olive, otto, ada, gil, gone, guest, heir]

test('follows the permission table, and offers nothing to signed-out users', () => {
  const canManage = [olive, ada, gil, null].map((user) => userCan(user, 'team.manage'))
  expect(canManage).toEqual([true, true, false, false])
})

test('lets only Owners assign the Owner role', () => {
  expect(listAssignableRoles(olive)).toContain('Owner')
  expect(listAssignableRoles(ada)).toEqual(['Admin', 'Agent'])
})

test('gives Agents no actions', () => {
  for (const one of team) expect(listMemberActions(gil, one, team)).toEqual([])
})

test('lets Owners manage everyone, and Admins everyone except Owners', () => {
  expect(listMemberActions(olive, otto, team)).toEqual(['role', 'disable', 'remove'])
  expect(listMemberActions(ada, otto, team)).toEqual([])
  expect(listMemberActions(ada, heir, team)).toEqual([])
  expect(listMemberActions(ada, gil, team)).toEqual(['role', 'disable', 'remove'])
})

test('offers to enable a disabled user', () => {
  expect(listMemberActions(ada, gone, team)).toEqual(['role', 'enable', 'remove'])
})

test('offers to renew or cancel an invitation, not to disable it', () => {
  expect(listMemberActions(ada, guest, team)).toEqual(['role', 'renew', 'withdraw'])
})

test('protects the last active Owner', () => {
  const alone = [olive, { ...otto, status: 'disabled' as const }, ada]
  expect(listMemberActions(olive, olive, alone)).toEqual([])
  expect(listMemberActions(olive, olive, team)).toEqual(['role'])
})
