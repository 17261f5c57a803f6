import type { AuditSubject } from '@aichat/contracts/company/audit'
import { auditActions } from '@aichat/contracts/company/audit-actions'
import { expect, test } from 'vitest'
import { actionLabels, describeAction } from './describe-action.ts'

const ada: AuditSubject = { kind: 'user', id: '1', name: 'Ada' }
const company: AuditSubject = { kind: 'company', id: '2', name: 'Acme' }

test('describes every action, with and without a subject', () => {
  for (const action of auditActions) {
    expect(actionLabels[action]).not.toBe('')
    expect(describeAction({ action, subject: null })).not.toMatch(/undefined|null/)
  }
})

test('names users and what changed for them', () => {
  expect(describeAction({ action: 'invited', subject: { ...ada, to: 'Agent' } })).toBe('invited Ada as Agent')
  expect(describeAction({ action: 'role_changed', subject: { ...ada, from: 'Agent', to: 'Admin' } })).toBe(
    'changed the role of Ada from Agent to Admin',
  )
  expect(
    describeAction({ action: 'status_changed', subject: { ...ada, from: 'active', to: 'disabled' } }),
  ).toBe('disabled Ada')
})

test('names what changed of a project and of its AI agent', () => {
  const changes = ['name', 'websiteUrl'].map((field) => ({ field, from: 'a', to: 'b' }))
  const project: AuditSubject = { kind: 'project', id: '3', name: 'Shop', changes }
  expect(describeAction({ action: 'project_changed', subject: project })).toBe(
    'changed the name and the website of the project Shop',
  )
  const profile = { ...project, changes: [{ field: 'greetingTemplate', from: '', to: 'Hi' }] }
  expect(describeAction({ action: 'profile_changed', subject: profile })).toBe(
    'changed the greeting template of the AI agent of Shop',
  )
})

test('describes setting, changing and removing a domain', () => {
  const describeDomain = (from: string, to: string) =>
    describeAction({ action: 'company_changed', subject: { ...company, field: 'domain', from, to } })
  expect(describeDomain('', 'acme.com')).toBe('set the domain to acme.com')
  expect(describeDomain('acme.com', 'acme.org')).toBe('changed the domain from acme.com to acme.org')
  expect(describeDomain('acme.org', '')).toBe('removed the domain acme.org')
})
