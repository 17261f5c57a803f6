import type { AnswerMode, AnswerState } from '@aichat/contracts/ai/answer-sets'
import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerQuestion } from '../../src/replies/answer.ts'
import { addKnowledge, createFixtures, createPublishedProject } from '../fixtures/fixtures.ts'
import { type Person, person, waitUntil } from '../kit/client.ts'
import { createRandom } from '../kit/random.ts'
import { startServer } from '../kit/server.ts'

const sequences = Number(process.env.ANSWER_SEQUENCES ?? 8)
const seed = Number(process.env.ANSWER_SEED ?? 7)
const steps = 10
/** Sequences that run at a time. */
const concurrency = 6

type Subject = { kind: 'item' | 'faq'; question: string; text: (n: number) => string }

/** Each subject has an item or FAQ with a number of its own, and a question that only this text answers. */
const subjects: Subject[] = [
  {
    kind: 'item',
    question: 'How many parking spaces are there?',
    text: (n) => `There are ${n} parking spaces.`,
  },
  {
    kind: 'item',
    question: 'How many years does the warranty last?',
    text: (n) => `The warranty lasts ${n} years.`,
  },
  { kind: 'item', question: 'How much is the delivery fee?', text: (n) => `The delivery fee is ${n} euros.` },
  { kind: 'faq', question: 'Do members get a discount?', text: (n) => `Yes, members get ${n} percent.` },
]
/** The answer test expects this number for the first subject. */
const right = 30
const numbers = [right, 20, 70]

const fixtures = createFixtures()
/** A second process, where the database allows one. */
let peer: Awaited<ReturnType<typeof startServer>> | null = null
beforeAll(async () => {
  const { databaseUrl, appSecret } = fixtures.server.app.settings
  if (databaseUrl) peer = await startServer({ databaseUrl, appSecret, runsJobs: false })
})
afterAll(() => peer?.stop())

/** The number of each subject's text; null where there is none. */
type Answers = (number | null)[]

/** The expected state, by the rules of the documentation. */
type Model = {
  mode: AnswerMode
  hasTest: boolean
  awaitsPublish: boolean
  draft: Answers
  live: Answers
  releases: Answers[]
  ids: (string | null)[]
}

const fails = ({ hasTest, draft }: Model) => hasTest && draft[0] !== right
const differs = ({ draft, live }: Model) => draft.some((number, index) => number !== live[index])

function followDraft(model: Model, index: number | null, isTakedown: boolean) {
  if (isTakedown && index !== null) model.live[index] = null
  else if (model.mode === 'automatic' && !model.hasTest && index !== null)
    model.live[index] = model.draft[index] ?? null
  if (!differs(model)) model.awaitsPublish = false
  if (model.mode === 'automatic' && model.hasTest && !model.awaitsPublish && !fails(model))
    model.live = [...model.draft]
}

/** `owner` sends requests to the processes in turn. */
type World = {
  owner: Pick<Person, 'get' | 'call'>
  companyId: string
  path: string
  projectId: string
  widgetConfigId: string
  count: number
}

async function settle({ owner, path }: World): Promise<void> {
  await waitUntil(
    () => owner.get('GET', `${path}/agent/kb`),
    (items: KnowledgeItem[]) => items.every(({ stage }) => stage === null),
  )
  await waitUntil(
    () => owner.get('GET', `${path}/answers`),
    ({ status }: AnswerState) => status !== 'testing',
  )
}

const actions: Record<string, (world: World, model: Model, random: () => number) => Promise<void>> = {
  async edit({ owner, path }, model, random) {
    const index = Math.floor(random() * subjects.length)
    const id = model.ids[index]
    if (!id || model.draft[index] === null) return
    const number = numbers[Math.floor(random() * numbers.length)] as number
    const { kind, question, text } = subjects[index] as Subject
    if (kind === 'faq') await owner.get('PUT', `${path}/faq/${id}`, { question, answer: text(number) })
    else await owner.get('PATCH', `${path}/agent/kb/${id}`, { content: text(number) })
    const isChanged = model.draft[index] !== number
    model.draft[index] = number
    if (isChanged) followDraft(model, index, false)
  },
  async disable({ owner, path }, model, random) {
    const index = Math.floor(random() * subjects.length)
    if (!model.ids[index] || model.draft[index] === null || subjects[index]?.kind === 'faq') return
    await owner.get('PATCH', `${path}/agent/kb/${model.ids[index]}`, { isEnabled: false })
    model.draft[index] = null
    followDraft(model, index, true)
  },
  async remove({ owner, path }, model, random) {
    const index = Math.floor(random() * subjects.length)
    const id = model.ids[index]
    if (!id) return
    const isErased = random() < 0.3
    const isFaq = subjects[index]?.kind === 'faq'
    if (isFaq && !isErased && model.draft[index] === null) return
    if (isErased) await owner.get('DELETE', `${path}/answers/${isFaq ? 'faqs' : 'items'}/${id}`)
    else await owner.get('DELETE', `${path}/${isFaq ? 'faq' : 'agent/kb'}/${id}`)
    if (isErased) for (const release of model.releases) release[index] = null
    model.ids[index] = null
    model.draft[index] = null
    followDraft(model, index, true)
  },
  /** A text that a restore has removed from the draft is taken out of the live answers. */
  async takeDown({ owner, path }, model) {
    const index = model.live.findIndex((number, at) => number !== null && model.draft[at] === null)
    const id = model.ids[index]
    if (!id) return
    await owner.get('POST', `${path}/answers/take-down`, { kind: subjects[index]?.kind, id })
    followDraft(model, index, true)
  },
  async add({ owner, path, projectId }, model, random) {
    const index = model.ids.indexOf(null)
    if (index < 0) return
    const number = numbers[Math.floor(random() * numbers.length)] as number
    const { kind, question, text } = subjects[index] as Subject
    model.ids[index] =
      kind === 'faq'
        ? (await owner.get('POST', `${path}/faq`, { question, answer: text(number) })).id
        : await addKnowledge(owner, projectId, text(number))
    // Releases do not contain the new item, but the one that it replaces.
    for (const release of model.releases) release[index] = null
    model.draft[index] = number
    followDraft(model, index, false)
  },
  async publish(world, model, random) {
    const isOverride = random() < 0.3
    const body = isOverride ? { override: { reason: 'It is right.' } } : undefined
    const brand = { chatName: `Chat ${world.count++}` }
    await world.owner.get('PATCH', `/api/widget/${world.widgetConfigId}`, { brand })
    const { status } = await world.owner.call('POST', `${world.path}/publish`, body)
    const isRefused = model.mode === 'manual' && differs(model) && fails(model) && !isOverride
    expect(status).toBe(isRefused ? 409 : 200)
    if (isRefused) return
    model.awaitsPublish = false
    if (isOverride || !fails(model)) model.live = [...model.draft]
    model.releases.push([...model.live])
  },
  async restore({ owner, path }, model, random) {
    const number = 1 + Math.floor(random() * model.releases.length)
    await owner.get('POST', `${path}/releases/${number}/restore`)
    const released = model.releases[number - 1] as Answers
    // A restore does not return items that were disabled or deleted since the release.
    model.draft = model.draft.map((current, index) => (current === null ? null : (released[index] ?? null)))
    model.awaitsPublish = differs(model)
  },
  async mode({ owner, path }, model) {
    model.mode = model.mode === 'manual' ? 'automatic' : 'manual'
    await owner.get('PATCH', `${path}/answers`, { mode: model.mode })
    if (model.mode === 'automatic' && !model.awaitsPublish && !fails(model)) model.live = [...model.draft]
  },
}

/** An FAQ that is in neither the draft nor the live answers is deleted. A disabled item is not. */
function dropDeletedFaqs(model: Model): void {
  for (const [index, { kind }] of subjects.entries())
    if (kind === 'faq' && model.draft[index] === null && model.live[index] === null) model.ids[index] = null
}

async function expectLive({ companyId, projectId }: World, model: Model, random: () => number, step: string) {
  const scope = { companyId, projectId }
  for (const [index, { question }] of subjects.entries()) {
    const { app } = peer && random() < 0.5 ? peer : fixtures.server
    const history = [{ from: 'visitor' as const, text: question }]
    const reply = await answerQuestion(app, { ...scope, history, signal: AbortSignal.timeout(20_000) })
    const number = reply.kind === 'answer' ? Number(/\d+/.exec(reply.text)?.[0]) : null
    expect(number, `${step}: ${question}`).toBe(model.live[index] ?? null)
  }
}

/** Sends requests to the processes in turn. */
function useBothProcesses(owner: Person): World['owner'] {
  const people = peer ? [owner, person(peer.url, owner)] : [owner]
  let asked = 0
  const next = () => people[asked++ % people.length] as Person
  return {
    get: (method, path, body) => next().get(method, path, body),
    call: (method, path, body) => next().call(method, path, body),
  }
}

async function runSequence(sequence: number): Promise<void> {
  const random = createRandom(seed + sequence)
  const owner = await fixtures.signUp()
  const project = await createPublishedProject(owner)
  const path = `/api/projects/${project.id}`
  const world: World = {
    owner: useBothProcesses(owner),
    companyId: owner.data.company.id,
    path,
    projectId: project.id,
    widgetConfigId: project.widgetConfigId ?? '',
    count: 0,
  }
  const draft = subjects.map(() => right)
  const ids: string[] = []
  for (const { kind, question, text } of subjects)
    ids.push(
      kind === 'faq'
        ? (await owner.get('POST', `${path}/faq`, { question, answer: text(right) })).id
        : await addKnowledge(owner, project.id, text(right)),
    )
  const hasTest = random() < 0.6
  const [first] = subjects
  if (hasTest)
    await owner.get('POST', `${path}/answer-tests`, {
      question: first?.question,
      mustContain: [String(right)],
      mustCite: null,
      mustHandOver: false,
    })
  const nothing = subjects.map(() => null)
  const model: Model = {
    mode: 'automatic',
    hasTest,
    awaitsPublish: false,
    draft,
    live: [...draft],
    releases: [nothing],
    ids,
  }
  // Half of the projects begin in manual mode.
  if (random() < 0.5) await actions.mode?.(world, model, random)
  const names = Object.keys(actions)
  const done: string[] = []
  for (let step = 0; step < steps; step++) {
    const name = names[Math.floor(random() * names.length)] as string
    done.push(name)
    await actions[name]?.(world, model, random)
    dropDeletedFaqs(model)
    await settle(world)
    const place = `sequence ${sequence} (seed ${seed + sequence}), ${done.join(', ')}`
    await expectLive(world, model, random, place)
  }
}

test(`visitors get the live answers after any sequence of changes (${sequences} sequences)`, {
  timeout: 60_000 + sequences * 60_000,
}, async () => {
  let next = 0
  async function runSequences() {
    while (next < sequences) await runSequence(next++)
  }
  // Each has a company of its own, and waits for scheduled tasks most of the time.
  await Promise.all(Array.from({ length: concurrency }, runSequences))
})
