import { expect, test } from 'vitest'
import { toDraft, toTestForm, validateTags } from './test-draft.ts'

const blank = { question: 'Open?', mustContain: [], mustCite: null, mustHandOver: false }

test('a test that is not edited stays the same', () => {
  const form = {
    ...blank,
    mustContain: ['a', 'b'],
    mustSuggest: false,
    tags: ['Law', 'Returns'],
    ownerId: null,
  }
  expect(toTestForm(toDraft(form, 'me'))).toEqual(form)
})

test('a new test belongs to the person who creates it', () => {
  expect(toTestForm(toDraft(blank, 'me'))).toMatchObject({ tags: [], ownerId: 'me' })
})

test('tags are separated by commas', () => {
  const draft = { ...toDraft(blank, null), tags: ' Law, , Returns ' }
  expect(toTestForm(draft).tags).toEqual(['Law', 'Returns'])
  expect(validateTags(draft)).toBeUndefined()
  expect(validateTags({ ...draft, tags: 'a,b,c,d,e,f' })).toBe('Use at most 5 tags')
  expect(validateTags({ ...draft, tags: 'x'.repeat(25) })).toBe('Use at most 24 characters per tag')
})
