import fragment from 'sql-template-tag'
import { expect, test } from 'vitest'
import {
  createAssignments,
  createColumnList,
  createFields,
  createRowMapper,
  createSelectList,
  createUnnest,
} from './fields.ts'

const { column, readOnly, composed } = createFields('s')
const fields = {
  id: column<string>('id', 'uuid'),
  lastSeq: column<number>('last_seq', 'int'),
  meta: column<{ kind: string } | null>('meta', 'jsonb'),
  version: readOnly<string>('s.xmin::text'),
  visitor: composed(
    { name: readOnly<string | null>('d.name'), email: readOnly<string>('d.email') },
    ({ name, email }) => ({ label: name ?? email }),
  ),
}

test('the select list names every field, and the parts of a composed one', () => {
  expect(createSelectList(fields).text).toBe(
    's.id as "id", s.last_seq as "lastSeq", s.meta as "meta", s.xmin::text as "version", d.name as "visitor.name", d.email as "visitor.email"',
  )
})

test('a row is mapped to its fields', () => {
  const row = {
    id: 'a',
    lastSeq: 2,
    meta: null,
    version: '7',
    'visitor.name': null,
    'visitor.email': 'b@example.com',
  }
  expect(createRowMapper(fields)(row)).toEqual({
    id: 'a',
    lastSeq: 2,
    meta: null,
    version: '7',
    visitor: { label: 'b@example.com' },
  })
})

test('rows become one array for each written column, with JSON as text', () => {
  const rows = [
    { id: 'a', lastSeq: 1, meta: { kind: 'x' } },
    { id: 'b', lastSeq: 2, meta: null },
  ]
  const { text, values } = fragment`select * from ${createUnnest(fields, 'n')(rows)}`
  expect(text).toBe(
    'select * from unnest((select $1::uuid[]), $2::int[], $3::jsonb[]) as n (id, last_seq, meta)',
  )
  expect(values).toEqual([
    ['a', 'b'],
    [1, 2],
    ['{"kind":"x"}', null],
  ])
})

test('an insert names the written columns, and an update sets those that are no key', () => {
  expect(createColumnList(fields).text).toBe('id, last_seq, meta')
  expect(createAssignments(fields, 'n', ['id']).text).toBe('last_seq = n.last_seq, meta = n.meta')
})
