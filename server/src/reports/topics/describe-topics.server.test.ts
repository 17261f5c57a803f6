import type { Topic } from '@aichat/contracts/company/topics'
import { expect, onTestFinished, test } from 'vitest'
import {
  addKnowledge,
  createPrivateFixtures,
  createPublishedProject,
} from '../../../test/fixtures/fixtures.ts'
import type { Person } from '../../../test/kit/client.ts'
import { createGate } from '../../../test/kit/gate.ts'
import { type Asked, sharedModelServer } from '../../../test/kit/model-server.ts'
import { createFixedModels } from '../../company-models/company-models.ts'
import { openModel } from '../../kit/ai/model.ts'
import { startTopicDescriptions } from './describe-topics.ts'

const fixtures = createPrivateFixtures()
const modelServer = await sharedModelServer()

const text = 'voucher cards\nVisitors ask whether you sell gift cards.'
const summary = 'Visitors ask whether you sell gift cards.'

type Shop = { owner: Person; project: { id: string; publicKey: string } }

/** Two visitors have asked for gift cards. Nothing else is described. */
async function startShop(): Promise<Shop & { sessionIds: string[] }> {
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, 'You may return any item within 30 days of delivery.')
  const sessionIds = await askAll(project.publicKey, [
    'Do you sell gift cards?',
    'a gift card for ada@example.com?',
  ])
  await readTopic(owner)
  onTestFinished(async () => void (await owner.call('DELETE', `/api/projects/${project.id}`)))
  return { owner, project, sessionIds }
}

async function askAll(publicKey: string, questions: string[]): Promise<string[]> {
  const sessionIds: string[] = []
  for (const question of questions) {
    const visitor = await (await fixtures.visitor(publicKey)).connect()
    const { message } = await visitor.send('message:send', { text: question, clientId: question })
    await visitor.next('message:new', (event) => event.message.meta?.kind === 'handover')
    sessionIds.push(message.sessionId)
  }
  return sessionIds
}

async function readTopic(owner: Person): Promise<Topic> {
  const { topics } = await owner.get('GET', '/api/reports/gaps')
  expect(topics).toHaveLength(1)
  return topics[0]
}

/** As the background task does. Each call is a process of its own. */
async function describeAll(): Promise<void> {
  const model = openModel({
    provider: 'openai',
    baseUrl: modelServer.baseUrl,
    model: 'test-model',
    apiKey: 'key',
  })
  const task = startTopicDescriptions({ ...fixtures.server.app, models: createFixedModels({ model }) })
  await task.runNow()
  await task.close()
}

test('a model names a topic and sums it up once, and again when it has twice as many questions', async () => {
  const { owner, project } = await startShop()
  expect(await readTopic(owner)).toMatchObject({ name: 'Gift card', isNamed: false, summary: null })
  const asked = modelServer.use(() => ({ text: text.replace('voucher', 'gift') }))
  await Promise.all([describeAll(), describeAll()])
  expect(await readTopic(owner)).toMatchObject({ name: 'Gift cards', isNamed: false, summary })
  expect(asked).toHaveLength(1)
  const [{ messages = [] } = {}] = asked
  expect(messages[0]?.content).toContain(`visitors of ${owner.data.company.name}'s website`)
  expect(messages[1]?.content).toContain('- Do you sell gift cards?')
  expect(messages[1]?.content).not.toContain('ada@example.com')

  await askAll(project.publicKey, ['Gift card?'])
  await readTopic(owner)
  await describeAll()
  expect(asked).toHaveLength(1)
  await askAll(project.publicKey, ['Gift cards?'])
  await readTopic(owner)
  await describeAll()
  expect(asked).toHaveLength(2)
})

test('a given name stays, and another prompt is used at once', async () => {
  const { owner } = await startShop()
  const topic = await readTopic(owner)
  await owner.get('PATCH', `/api/topics/${topic.id}`, { name: 'Presents' })
  const asked = modelServer.use(() => ({ text: text.replace('voucher', 'gift') }))
  await describeAll()
  expect(await readTopic(owner)).toMatchObject({ name: 'Presents', isNamed: true, summary })
  await owner.get('PUT', '/api/superadmin/prompts/topic', {
    text: 'Name the questions of {companyName} briefly.',
  })
  await describeAll()
  expect(asked).toHaveLength(2)
  expect(asked[1]?.messages[0]?.content).toContain('briefly')
  await owner.get('PATCH', `/api/topics/${topic.id}`, { name: null })
  expect(await readTopic(owner)).toMatchObject({ name: 'Gift cards', isNamed: false })
})

test('what the questions do not say is not shown, and a failed attempt is not repeated at once', async () => {
  const { owner } = await startShop()
  const asked = modelServer.use(() => ({ text: 'gift cards\nVisitors ask for gift cards of 50 euros.' }))
  await describeAll()
  await describeAll()
  expect(asked).toHaveLength(1)
  expect(await readTopic(owner)).toMatchObject({ name: 'Gift card', summary: null })
  expect(fixtures.server.logged.join('\n')).toContain('the model wrote no name and summary')
  expect(fixtures.server.logged.join('\n')).not.toContain('50 euros')
})

test('an unsupported name is left out, not the summary', async () => {
  const { owner } = await startShop()
  modelServer.use(() => ({ text }))
  await describeAll()
  expect(await readTopic(owner)).toMatchObject({ name: 'Voucher cards', summary })
})

test('a description is deleted with one of its conversations, also while the model writes', async () => {
  const { owner, project, sessionIds } = await startShop()
  await askAll(project.publicKey, ['gift card please'])
  await readTopic(owner)
  const gate = createGate()
  const asked = modelServer.use(async (_, count) => {
    await gate.opened
    return {
      text:
        count === 1
          ? 'gift cards\nVisitors ask whether you sell gift cards.'
          : 'a gift card\nVisitors want a gift card.',
    }
  })
  const writing = describeAll()
  await expect.poll(() => asked.length).toBe(1)
  await owner.get('DELETE', `/api/sessions/${sessionIds[0]}/visitor`)
  gate.open()
  await writing
  expect(asked).toHaveLength(2)
  expect(JSON.stringify(asked[1])).not.toContain('Do you sell')
  expect(await readTopic(owner)).toMatchObject({
    questions: 2,
    name: 'A gift card',
    summary: 'Visitors want a gift card.',
  })

  const [, second] = sessionIds
  await owner.get('DELETE', `/api/sessions/${second}/visitor`)
  expect(await readTopic(owner)).toMatchObject({ questions: 1, name: 'Gift card', summary: null })
})

test('a topic that was dismissed is not described', async () => {
  const { owner } = await startShop()
  const topic = await readTopic(owner)
  await owner.get('PATCH', `/api/topics/${topic.id}`, { status: 'dismissed' })
  const asked: Asked[] = modelServer.use(() => ({ text }))
  await describeAll()
  expect(asked).toEqual([])
})
