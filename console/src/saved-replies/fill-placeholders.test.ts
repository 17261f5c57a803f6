import { expect, test } from 'vitest'
import { fillPlaceholders } from './fill-placeholders.ts'

const values = {
  visitorName: '{agentName}',
  agentName: 'Sample Agent',
  companyName: 'Example',
  projectName: 'Shop',
}

test.each([
  ['Hello {visitorName}', 'Hello {agentName}'],
  ['{agentName} of {companyName}', 'Sample Agent of Example'],
  ['{unknown} {toString} { agentName }', '{unknown} {toString} { agentName }'],
])('fills "%s" as "%s"', (text, filled) => {
  expect(fillPlaceholders(text, values)).toBe(filled)
})
