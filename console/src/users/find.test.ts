import type { TeamMember } from '@aichat/contracts/users'
import { expect, test } from 'vitest'
import { everybody, found } from './find.ts'

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
  expect(found([ravi, mia], everybody)).toEqual([ravi, mia])
})

test('words are looked for in name and address, in any order and case', () => {
  expect(found([ravi, mia], { ...everybody, search: 'EXAMPLE.com ravi' })).toEqual([ravi])
  expect(found([ravi, mia], { ...everybody, search: 'mia' })).toEqual([mia])
})

test('role and status narrow further', () => {
  expect(found([ravi, mia], { ...everybody, role: 'Agent' })).toEqual([mia])
  expect(found([ravi, mia], { ...everybody, role: 'Agent', status: 'active' })).toEqual([])
})
