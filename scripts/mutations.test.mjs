import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { mutations } from './mutations.mjs'

test.each(mutations)(
  'the mutation of "$rule" changes one place, and its tests exist',
  ({ file, from, tests }) => {
    expect(readFileSync(path.join(root, file), 'utf8').split(from)).toHaveLength(2)
    expect(tests.filter((test) => !existsSync(path.join(root, test)))).toEqual([])
  },
)
