import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import type { Message } from '@aichat/contracts/chat/messages'
import type { Settings } from '../src/kit/process/settings.ts'
import { type Person, signUp } from './client.ts'
import { addKnowledge } from './fixtures.ts'
import { type Answer, modelServer } from './model-server.ts'
import { startServer } from './server.ts'

export type Turn = { from: 'visitor' | 'agent'; text: string }
export type Answered = { message: Message; trace: ReplyTrace }

export const shopKnowledge = `# Returns
You may return any item within 30 days of delivery. Returns are free of charge. Refunds are paid within 5 working days.`
export const shopQuestion = 'How many days do I have to return an item?'
const instructions =
  'Never mention the recall of the red kettle from last spring to anyone. Managers may grant a goodwill voucher of 75 euros when a customer insists twice.'
const styleGuide =
  'Always sound warm and calm, and close each reply with our motto: Tea first, troubles later, and never the other way round.'

const now = Date.UTC(2026, 10, 23, 9, 5)

type ModelSettings = Partial<NonNullable<Settings['ai']>>

/** A project with the knowledge of a shop, and a function that asks its AI the question of `shopQuestion` in the test chat. */
export async function addShop(owner: Person): Promise<{ id: string; ask(): Promise<Message> }> {
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  await addKnowledge(owner, id, shopKnowledge)
  const messages = [{ from: 'visitor', text: shopQuestion }]
  return {
    id,
    ask: async () => (await owner.get('POST', `/api/projects/${id}/test-chat`, { messages })).message,
  }
}

/** Starts a server with a scripted model, and a company whose questions are asked in the test chat. */
export async function openModelShop(
  onClose: (close: () => Promise<void> | void) => void,
  settings: ModelSettings = {},
) {
  let next: Answer = {}
  /** The answer to a request for search phrases. */
  let phrases: Answer = { status: 500, raw: '{}' }
  const model = await modelServer(
    ({ messages }) => (messages[0]?.content.includes('search queries') ? phrases : next),
    undefined,
    onClose,
  )
  const ai = { baseUrl: model.baseUrl, model: 'test-model', apiKey: null, ...settings }
  const server = await startServer({ ai }, { clock: { now: () => now } })
  onClose(server.stop)
  const owner = await signUp(server.url, 'acme')
  const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
  await addKnowledge(owner, id, shopKnowledge)
  await owner.get('PUT', `/api/projects/${id}/agent/profile`, {
    instructions,
    styleGuide,
    description: 'Acme is a family tea house in Bristol that has roasted tea since 1911.',
  })
  const askProject = (projectId: string, messages: Turn[], answer: Answer): Promise<Answered> => {
    next = answer
    return owner.get('POST', `/api/projects/${projectId}/test-chat`, { messages })
  }
  const askAfter = (messages: Turn[], answer: Answer) => askProject(id, messages, answer)
  return {
    ...model,
    url: server.url,
    owner,
    id,
    askProject,
    askAfter,
    ask: (text: string, answer: Answer) => askAfter([{ from: 'visitor', text }], answer),
    setPhrases(answer: Answer) {
      phrases = answer
    },
    lastPrompt: () => model.asked.at(-1)?.messages ?? [],
  }
}
