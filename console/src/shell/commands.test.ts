// @vitest-environment happy-dom

import type { Session } from '@aichat/contracts/chat/sessions'
import type { Project } from '@aichat/contracts/company/projects'
import { expect, test } from 'vitest'
import { createCommandGroups, filterGroups } from './commands.ts'

const nothing = () => undefined
const opened: string[] = []

const groups = createCommandGroups({
  actions: [
    { label: 'Dashboard', group: 'Go to', keys: 'G D', run: nothing },
    { label: 'Projects', group: 'Go to', keys: 'G P', run: nothing },
    { label: 'Dark theme', group: 'Preferences', run: nothing },
    { label: 'Command palette', group: 'Help', keys: 'Mod+K', run: nothing, isShortcutOnly: true },
  ],
  sessions: [
    { sessionId: 's1', status: 'active', visitor: { name: null }, projectId: { name: 'Example Shop' } },
  ] as Session[],
  projects: Array.from({ length: 8 }, (_, index) => ({
    id: `p${index}`,
    name: `Example ${index}`,
    isPublished: index === 0,
  })) as Project[],
  open: (path) => opened.push(path),
})

const names = (typed: string, recent: string[] = []) =>
  filterGroups(groups, typed, recent).map(({ name, commands }) => [name, commands.map(({ label }) => label)])

test('shows the first commands of every group, without empty groups', () => {
  expect(names('')).toEqual([
    ['Go to', ['Dashboard', 'Projects']],
    ['Conversations', ['Guest Visitor']],
    ['Projects', ['Example 0', 'Example 1', 'Example 2', 'Example 3', 'Example 4']],
    ['Preferences', ['Dark theme']],
  ])
})

test('lists recent commands first and only once', () => {
  expect(names('', ['project p7', 'project gone', 'action Dashboard']).slice(0, 2)).toEqual([
    ['Recent', ['Example 7', 'Dashboard']],
    ['Go to', ['Projects']],
  ])
})

test('matches all words in any order', () => {
  expect(names('live example')).toEqual([
    ['Conversations', ['Guest Visitor']],
    ['Projects', ['Example 0']],
  ])
  expect(names('go dash')).toEqual([
    ['Go to', ['Dashboard']],
    ['Conversations', ['Guest Visitor']],
  ])
})

test('opens the screen of a record', () => {
  for (const { commands } of groups) commands.find(({ id }) => /^(session|project p1)/.test(id))?.run()
  expect(opened).toEqual(['/chats?session=s1', '/projects/p1/details'])
})
