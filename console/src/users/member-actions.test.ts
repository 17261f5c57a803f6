import type { Role, TeamMember } from '@aichat/contracts/users'
import { expect, test } from 'vitest'
import { canAdminister } from './can-administer.ts'
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

test('Owners and Admins administer, Agents and strangers do not', () => {
  expect([olive, ada, gil, null].map(canAdminister)).toEqual([true, true, false, false])
})

test('only an Owner gives the role of Owner', () => {
  expect(listAssignableRoles(olive)).toContain('Owner')
  expect(listAssignableRoles(ada)).toEqual(['Admin', 'Agent'])
})

test('an Agent has no controls', () => {
  for (const one of team) expect(listMemberActions(gil, one, team)).toEqual([])
})

test('an Owner changes everybody, an Admin everybody but Owners', () => {
  expect(listMemberActions(olive, otto, team)).toEqual(['role', 'disable', 'remove'])
  expect(listMemberActions(ada, otto, team)).toEqual([])
  expect(listMemberActions(ada, heir, team)).toEqual([])
  expect(listMemberActions(ada, gil, team)).toEqual(['role', 'disable', 'remove'])
})

test('a disabled person can be enabled', () => {
  expect(listMemberActions(ada, gone, team)).toEqual(['role', 'enable', 'remove'])
})

test('an invitation can be renewed and withdrawn, not disabled', () => {
  expect(listMemberActions(ada, guest, team)).toEqual(['role', 'renew', 'withdraw'])
})

test('the last active Owner stays one', () => {
  const alone = [olive, { ...otto, status: 'disabled' as const }, ada]
  expect(listMemberActions(olive, olive, alone)).toEqual([])
  expect(listMemberActions(olive, olive, team)).toEqual(['role'])
})
