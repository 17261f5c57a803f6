import { APICallError, JSONParseError } from 'ai'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(error: unknown): string {
  const lines: string[] = []
  createLog({}, { destination: { write: (line) => void lines.push(line) } }).warn({ err: error }, 'failed')
  return lines.join('')
}

const secret = 'My order is 4711'

test('an error of a model is logged without prompt and answer', () => {
  const cause = new JSONParseError({ text: secret, cause: new SyntaxError(`"${secret}" is not valid JSON`) })
  const error = new APICallError({
    message: 'Invalid JSON response',
    url: 'https://model.example/v1/chat/completions',
    requestBodyValues: { messages: [{ content: secret }] },
    statusCode: 200,
    responseBody: secret,
    cause,
  })
  for (const one of [error, cause, new Error('summary failed', { cause: error })]) {
    expect(logged(one)).not.toContain('4711')
    expect(JSON.parse(logged(one)).err.stack).toMatch(/^ +at /)
  }
  expect(JSON.parse(logged(error)).err).toMatchObject({
    type: 'AI_APICallError',
    message: 'Invalid JSON response',
    statusCode: 200,
    url: 'https://model.example/v1/chat/completions',
  })
})

test('other errors keep their message, code and causes', () => {
  const error = Object.assign(new Error('connection refused', { cause: new Error('port 1') }), { code: 'E1' })
  expect(JSON.parse(logged(error)).err).toMatchObject({
    type: 'Error',
    message: 'connection refused: port 1',
    code: 'E1',
    stack: expect.stringContaining('caused by: Error: port 1'),
  })
})

test('what is no error is logged too, and so is an error that is its own cause', () => {
  expect(JSON.parse(logged('text')).err).toBe('text')
  expect(logged(undefined)).toContain('failed')
  const error = new Error('loop')
  error.cause = error
  expect(JSON.parse(logged(error)).err.message).toContain('loop')
})
