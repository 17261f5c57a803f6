import type { TeamMember } from '@aichat/contracts/company/users'
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

test('returns everyone without a filter', () => {
  expect(filterMembers([ravi, mia], emptyFilter)).toEqual([ravi, mia])
})

test('searches name and email in any order, ignoring case', () => {
  expect(filterMembers([ravi, mia], { ...emptyFilter, search: 'EXAMPLE.com ravi' })).toEqual([ravi])
  expect(filterMembers([ravi, mia], { ...emptyFilter, search: 'mia' })).toEqual([mia])
})

test('filters by role and status', () => {
  expect(filterMembers([ravi, mia], { ...emptyFilter, role: 'Agent' })).toEqual([mia])
  expect(filterMembers([ravi, mia], { ...emptyFilter, role: 'Agent', status: 'active' })).toEqual([])
})
