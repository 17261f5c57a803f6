import { expect, test } from 'vitest'
import { unknownVariables } from './variables.ts'

const variables = [
  { name: 'agentName', description: 'What the AI assistant is called' },
  { name: 'companyName', description: 'The company' },
]

function unknownIn(text: string) {
  return unknownVariables(text, variables)
}

test('accepts the variables of the prompt', () => {
  expect(unknownIn('You are {agentName} of {companyName}, {agentName}!')).toEqual([])
  expect(unknownIn('')).toEqual([])
})

test('lists each unknown variable once, in order', () => {
  expect(unknownIn('{foo} {agentName} {bar} {foo}')).toEqual(['foo', 'bar'])
})

test('compares names exactly', () => {
  expect(unknownIn('{agentname} {agentName2} {toString}')).toEqual(['agentname', 'agentName2', 'toString'])
})

test('ignores braces around anything but a name', () => {
  expect(unknownIn('{} { foo } {"key": 1} {not closed {a-b}')).toEqual([])
})

test('finds variables in doubled braces', () => {
  expect(unknownIn('{{foo}} {{agentName}}')).toEqual(['foo'])
})
