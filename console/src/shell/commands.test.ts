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
    { label: 'Assign to me', group: 'This conversation', keys: 'A', run: nothing },
    { label: 'Assign to Ada', group: 'This conversation', run: nothing, isSearchOnly: true },
    { label: 'Projects', group: 'Go to', keys: 'G P', run: nothing },
    { label: 'Invite a teammate', keywords: 'add, colleague', group: 'Actions on this page', run: nothing },
    { label: 'New Project', keywords: 'add', group: 'Actions on this page', run: nothing },
    { label: 'Add a label', group: 'Actions on this page', run: nothing },
    { label: 'Dark theme', group: 'Preferences', run: nothing },
    { label: 'Command palette', group: 'Help', keys: 'Mod+K', run: nothing, isShortcutOnly: true },
  ],
  sessions: [
    {
      sessionId: 's1',
      status: 'active',
      visitor: { name: null, email: null },
      projectId: { name: 'Example Shop' },
      lastMessage: 'Where is my order?',
      lastMessageFrom: 'visitor',
    },
  ] as Session[],
  search: '',
  projects: Array.from({ length: 8 }, (_, index) => ({
    id: `p${index}`,
    name: `Example ${index}`,
    isPublished: index === 0,
  })) as Project[],
  open: (path) => opened.push(path),
})

const names = (typed: string, recent: string[] = []) =>
  filterGroups(groups, typed, recent).map(({ name, commands }) => [name, commands.map(({ label }) => label)])

test('shows the first commands of every group, without empty groups, those of the open conversation first', () => {
  expect(names('')).toEqual([
    ['This conversation', ['Assign to me']],
    ['Conversations', ['Guest Visitor']],
    ['Projects', ['Example 0', 'Example 1', 'Example 2', 'Example 3', 'Example 4']],
    ['Go to', ['Dashboard', 'Projects']],
    ['Actions on this page', ['Invite a teammate', 'New Project', 'Add a label']],
    ['Preferences', ['Dark theme']],
  ])
})

test('lists recent commands before the others and only once', () => {
  expect(names('', ['project p7', 'project gone', 'action Dashboard']).slice(1, 5)).toEqual([
    ['Recent', ['Example 7', 'Dashboard']],
    ['Conversations', ['Guest Visitor']],
    ['Projects', ['Example 0', 'Example 1', 'Example 2', 'Example 3', 'Example 4']],
    ['Go to', ['Projects']],
  ])
})

test('matches all words in any order', () => {
  expect(names('live example')).toEqual([
    ['Conversations', ['Guest Visitor']],
    ['Projects', ['Example 0']],
  ])
  expect(names('go dash')).toEqual([
    ['Conversations', ['Guest Visitor']],
    ['Go to', ['Dashboard']],
  ])
})

test('matches the start of a word, and the inside of the name of a project', () => {
  expect(names('ark')).toEqual([['Conversations', ['Guest Visitor']]])
  expect(names('dark-theme')).toContainEqual(['Preferences', ['Dark theme']])
  expect(names('ample 7')).toContainEqual(['Projects', ['Example 7']])
})

test('finds commands by other words for them, after those whose label starts with the words', () => {
  expect(names('colleague')).toEqual([
    ['Conversations', ['Guest Visitor']],
    ['Actions on this page', ['Invite a teammate']],
  ])
  expect(names('add')).toContainEqual([
    'Actions on this page',
    ['Add a label', 'Invite a teammate', 'New Project'],
  ])
})

test('shows the last message of a conversation', () => {
  const conversations = groups.find(({ name }) => name === 'Conversations')
  expect(conversations?.commands.map(({ snippet }) => snippet)).toEqual(['Where is my order?'])
})

test('opens the screen of a record', () => {
  for (const { commands } of groups) commands.find(({ id }) => /^(session|project p1)/.test(id))?.run()
  expect(opened).toEqual(['/chats?session=s1', '/projects/p1/details'])
})
