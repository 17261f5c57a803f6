import type { TeamMember } from '@aichat/contracts/users'
import { expect, test } from 'vitest'
import { emptyFilter, filterMembers } from './filter-members.ts'

const ravi: TeamMember = {
  id: '1',
  name: 'Ravi Kumar',
  email: 'ravi@example.com',
  role: 'Owner',
  status: 'active',
  lastSeenAt: null,
  online: true,
}
const mia: TeamMember = {
  ...ravi,
  id: '2',
  name: '',
  email: 'mia@example.org',
  role: 'Agent',
  status: 'invited',
}

test('everybody, at first', () => {
  expect(filterMembers([ravi, mia], emptyFilter)).toEqual([ravi, mia])
})

test('words are looked for in name and address, in any order and case', () => {
  expect(filterMembers([ravi, mia], { ...emptyFilter, search: 'EXAMPLE.com ravi' })).toEqual([ravi])
  expect(filterMembers([ravi, mia], { ...emptyFilter, search: 'mia' })).toEqual([mia])
})

test('role and status narrow further', () => {
  expect(filterMembers([ravi, mia], { ...emptyFilter, role: 'Agent' })).toEqual([mia])
  expect(filterMembers([ravi, mia], { ...emptyFilter, role: 'Agent', status: 'active' })).toEqual([])
})
