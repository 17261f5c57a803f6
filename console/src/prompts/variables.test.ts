import { expect, test } from 'vitest'
import { unknownVariables } from './variables.ts'

const variables = [
  { name: 'agentName', description: 'What the AI is called' },
  { name: 'companyName', description: 'The company' },
]

function unknownIn(text: string) {
  return unknownVariables(text, variables)
}

test('a prompt with only its own variables has no unknown ones', () => {
  expect(unknownIn('You are {agentName} of {companyName}, {agentName}!')).toEqual([])
  expect(unknownIn('')).toEqual([])
})

test('unknown variables are named once each, in their order', () => {
  expect(unknownIn('{foo} {agentName} {bar} {foo}')).toEqual(['foo', 'bar'])
})

test('names must match to the letter', () => {
  expect(unknownIn('{agentname} {agentName2} {toString}')).toEqual(['agentname', 'agentName2', 'toString'])
})

test('braces around anything but a name are only text', () => {
  expect(unknownIn('{} { foo } {"key": 1} {not closed {a-b}')).toEqual([])
})

test('doubled braces hold a variable all the same', () => {
  expect(unknownIn('{{foo}} {{agentName}}')).toEqual(['foo'])
})
