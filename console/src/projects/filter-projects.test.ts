import type { Project } from '@aichat/contracts/company/projects'
import { expect, test } from 'vitest'
import { filterProjects } from './filter-projects.ts'

const projects = [
  { name: 'example 10', description: null, websiteUrl: 'https://shop.example.com', isPublished: false },
  { name: 'Example 2', description: 'Docs', websiteUrl: null, isPublished: true },
  { name: 'Äpfel', description: null, websiteUrl: null, isPublished: false },
] as Project[]

const names = (filter: Partial<Parameters<typeof filterProjects>[1]>) =>
  filterProjects(projects, { text: '', show: 'all', sort: 'newest', ...filter }).map(({ name }) => name)

test('keeps the order of the server, newest first', () => {
  expect(names({})).toEqual(['example 10', 'Example 2', 'Äpfel'])
})

test('sorts by name, ignoring case and comparing numbers by value', () => {
  expect(names({ sort: 'name' })).toEqual(['Äpfel', 'Example 2', 'example 10'])
})

test('searches name, description and website', () => {
  expect(names({ text: ' DOCS ' })).toEqual(['Example 2'])
  expect(names({ text: 'shop.example' })).toEqual(['example 10'])
  expect(names({ text: 'nothing like it' })).toEqual([])
})

test('filters by live or draft', () => {
  expect(names({ show: 'live' })).toEqual(['Example 2'])
  expect(names({ show: 'draft' })).toEqual(['example 10', 'Äpfel'])
})
