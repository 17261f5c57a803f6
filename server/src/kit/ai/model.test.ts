import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFakeTimers } from '../../../test/kit/fake-timers.ts'
import { type Answer, type Asked, modelServer } from '../../../test/kit/model-server.ts'
import { CircuitOpenError } from '../process/circuit-breaker.ts'
import { type Embedder, openEmbedder } from './embedder.ts'
import { openModel } from './model.ts'
import type { ModelServer } from './provider.ts'
import type { TokenUsage } from './token-usage.ts'

const prompt = { system: 'Be short.', messages: [{ role: 'user' as const, content: 'Hi' }] }
const never = new AbortController().signal

async function openScripted(
  script: (asked: Asked, count: number) => Answer,
  {
    embed,
    ...change
  }: Partial<ModelServer> & { embed?: (text: string) => number[] | Promise<number[]> } = {},
) {
  const server = await modelServer(script, embed)
  const timers = createFakeTimers()
  const ai = { baseUrl: server.baseUrl, model: 'm', apiKey: null, embeddingModel: 'e', ...change }
  const used: TokenUsage[] = []
  const model = openModel(ai, { timers }).meter((usage) => used.push(usage))
  const embedder = openEmbedder(ai, () => {}, { timers }) as Embedder
  return { ...server, timers, model, embedder, used }
}

async function readAll({ model }: Pick<Awaited<ReturnType<typeof openScripted>>, 'model'>) {
  let text = ''
  let isCut = false
  for await (const part of model.stream(prompt, never)) {
    text += part.text
    isCut ||= part.isCut
  }
  return { text, isCut }
}

describe('reasoning', () => {
  test.each([
    ['in think tags', { pieces: ['<th', 'ink>SECRET', ' steps</thi', 'nk>', 'Yes', '.'] }],
    ['in think tags of one part', { text: '<think>SECRET</think>\n\nYes.' }],
    ['in thinking tags', { pieces: ['<thinking>', 'SECRET', '</thinking>Yes.'] }],
    ['in reasoning_content', { reasoning: ['SECRET', ' steps'], pieces: ['Yes.'] }],
  ])('%s is left out', async (_, answer) => {
    const scripted = await openScripted(() => answer)
    expect((await readAll(scripted)).text.trim()).toBe('Yes.')
    expect((await scripted.model.complete(prompt, never)).trim()).toBe('Yes.')
  })

  test('that never ends is no answer', async () => {
    const scripted = await openScripted(() => ({ pieces: ['<think>SECRET', ' and on'] }))
    await expect(readAll(scripted)).rejects.toThrow('answered nothing')
  })
})

describe('an answer', () => {
  test('that reached its maximum length is marked as cut', async () => {
    const scripted = await openScripted(() => ({ pieces: ['One. Two is to'], finish: 'length' }))
    expect(await readAll(scripted)).toEqual({ text: 'One. Two is to', isCut: true })
  })

  test('of a server that does not stream is read as one part', async () => {
    const raw = JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Nine to five.' }, finish_reason: 'stop' },
      ],
    })
    expect(await readAll(await openScripted(() => ({ raw })))).toEqual({
      text: 'Nine to five.',
      isCut: false,
    })
  })

  test('that is another JSON document is an error', async () => {
    await expect(readAll(await openScripted(() => ({ raw: '{"detail":"ok"}' })))).rejects.toThrow()
  })
})

describe('a server that refuses settings', () => {
  const refuse = (message: string) => ({ status: 400, raw: JSON.stringify({ error: { message } }) })

  test('is asked with max_completion_tokens and without a temperature, and from then on at once', async () => {
    const scripted = await openScripted(({ body }) =>
      'max_tokens' in body
        ? refuse("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        : 'temperature' in body
          ? refuse("Unsupported value: 'temperature' does not support 0.2 with this model.")
          : { text: 'Yes.' },
    )
    expect((await readAll(scripted)).text).toBe('Yes.')
    expect(scripted.asked).toHaveLength(3)
    expect(scripted.asked[2]?.body).toMatchObject({ max_completion_tokens: 800 })
    expect(scripted.asked[2]?.body).not.toHaveProperty('temperature')
    expect(await scripted.model.complete(prompt, never)).toBe('Yes.')
    expect(scripted.asked).toHaveLength(4)
  })

  test('is asked without a limit when it knows neither name, and not for ever', async () => {
    const scripted = await openScripted(({ body }) =>
      'max_tokens' in body
        ? refuse('max_tokens: extra fields not permitted')
        : 'max_completion_tokens' in body
          ? refuse('max_completion_tokens: extra fields not permitted')
          : refuse('the model is gone; max_tokens, temperature'),
    )
    await expect(readAll(scripted)).rejects.toThrow()
    expect(scripted.asked.length).toBeLessThanOrEqual(5)
  })
})

describe('time limits', () => {
  test('end a call that has no token in time, with AI_TIMEOUT_MS', async () => {
    const scripted = await openScripted(() => ({ afterMs: 60_000 }), { timeoutMs: 3000 })
    const answer = readAll(scripted)
    answer.catch(() => {})
    await expect.poll(() => scripted.asked.length).toBe(1)
    scripted.timers.advance(2999)
    expect(scripted.abortedCount()).toBe(0)
    scripted.timers.advance(1)
    await expect(answer).rejects.toThrow('sent nothing in time')
    await expect.poll(() => scripted.abortedCount()).toBe(1)
  })

  test('are 12 s to the first token, 10 s of silence and 25 s in all', async () => {
    const scripted = await openScripted(() => ({ pieces: ['One. '], hangs: true }))
    const parts = scripted.model.stream(prompt, never)[Symbol.asyncIterator]()
    expect((await parts.next()).value).toEqual({ text: 'One. ', isCut: false })
    expect(scripted.timers.delays).toEqual([25_000, 12_000, 10_000])
    const next = parts.next()
    next.catch(() => {})
    scripted.timers.advance(10_000)
    await expect(next).rejects.toThrow('stopped sending')
  })

  test('count reasoning as a sign of life, and end an answer that never ends', async () => {
    const scripted = await openScripted(() => ({ reasoning: ['a', 'b', 'c'], pieces: [], hangs: true }))
    const answer = readAll(scripted)
    answer.catch(() => {})
    await expect.poll(() => scripted.timers.delays.length).toBe(5)
    expect(scripted.timers.delays).toEqual([25_000, 12_000, 10_000, 10_000, 10_000])
    scripted.timers.advance(25_000)
    await expect(answer).rejects.toThrow()
  })

  test('cut an answer that is still being written, which is no failure', async () => {
    const scripted = await openScripted(() => ({ pieces: ['One. ', 'Two is'], hangs: true }))
    for (let count = 0; count < 6; count++) {
      const parts = scripted.model.stream(prompt, never)[Symbol.asyncIterator]()
      expect((await parts.next()).value?.isCut).toBe(false)
      expect((await parts.next()).value?.isCut).toBe(false)
      const last = parts.next()
      await new Promise(setImmediate)
      for (let elapsed = 0; elapsed < 25_000; elapsed += 5000) scripted.timers.advance(5000)
      expect((await last).value).toEqual({ text: '', isCut: true })
      expect((await parts.next()).done).toBe(true)
    }
  })

  test('of an embedding are given by the caller', async () => {
    const scripted = await openScripted(() => ({}), { embed: () => new Promise(() => {}) })
    const vectors = scripted.embedder.embed(['a'], never, 2000)
    vectors.catch(() => {})
    await expect.poll(() => scripted.embedded.length).toBe(1)
    scripted.timers.advance(2000)
    await expect(vectors).rejects.toThrow('took too long')
  })
})

test('the circuit breaker counts a question once, whatever its retries', async () => {
  const scripted = await openScripted(() => ({ status: 500, raw: '{}' }))
  const retries = setInterval(() => scripted.timers.advance(5000), 2)
  for (let question = 1; question <= 5; question++) {
    await expect(scripted.model.complete(prompt, never, 3_600_000)).rejects.not.toThrow(CircuitOpenError)
    expect(scripted.asked).toHaveLength(question * 3)
  }
  clearInterval(retries)
  await expect(scripted.model.complete(prompt, never)).rejects.toThrow(CircuitOpenError)
  expect(scripted.asked).toHaveLength(15)
})

describe('the tokens of a call', () => {
  test('are those that the server reports', async () => {
    const scripted = await openScripted(() => ({ text: 'Yes.', usage: { input: 40, output: 3 } }))
    await readAll(scripted)
    await scripted.model.complete(prompt, never)
    expect(scripted.used).toEqual(Array(2).fill({ inputTokens: 40, outputTokens: 3, isEstimate: false }))
  })

  test('are estimated where it reports none, also for an answer that breaks off', async () => {
    const scripted = await openScripted((_, count) =>
      count === 1
        ? { text: 'Yes, we do.' }
        : { pieces: ['Twelve characters'.slice(0, 12)], isUnfinished: true },
    )
    await readAll(scripted)
    await readAll(scripted).catch(() => {})
    // "Be short." and "Hi" are 11 characters.
    expect(scripted.used).toEqual(Array(2).fill({ inputTokens: 3, outputTokens: 3, isEstimate: true }))
  })

  test('are not counted where the server has not answered', async () => {
    const scripted = await openScripted(() => ({ status: 400, raw: '{}' }))
    await readAll(scripted).catch(() => {})
    expect(scripted.used).toEqual([])
  })
})

describe("a server with Anthropic's API", () => {
  test('streams and completes, with its key, and reports its tokens', async () => {
    const scripted = await openScripted(
      () => ({ pieces: ['Nine ', 'to five.'], usage: { input: 40, output: 5 } }),
      { provider: 'anthropic', apiKey: 'secret', embeddingModel: undefined },
    )
    expect(await readAll(scripted)).toEqual({ text: 'Nine to five.', isCut: false })
    expect(await scripted.model.complete(prompt, never)).toBe('Nine to five.')
    expect(scripted.asked[0]).toMatchObject({
      anthropicKey: 'secret',
      authorization: undefined,
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Hi' },
      ],
    })
    expect(scripted.used).toEqual(Array(2).fill({ inputTokens: 40, outputTokens: 5, isEstimate: false }))
  })

  test('gets an empty key where none is set, never one of the environment', async () => {
    const scripted = await openScripted(() => ({ text: 'Yes.' }), {
      provider: 'anthropic',
      embeddingModel: undefined,
    })
    vi.stubEnv('ANTHROPIC_API_KEY', 'of the machine')
    onTestFinished(() => void vi.unstubAllEnvs())
    await readAll(scripted)
    expect(scripted.asked[0]?.anthropicKey ?? '').toBe('')
  })

  test('cuts an answer at its maximum length', async () => {
    const scripted = await openScripted(() => ({ pieces: ['One. Two is'], finish: 'length' }), {
      provider: 'anthropic',
      embeddingModel: undefined,
    })
    expect(await readAll(scripted)).toEqual({ text: 'One. Two is', isCut: true })
  })
})
