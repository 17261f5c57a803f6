import type { Faq } from '@aichat/contracts/ai/faq'
import type { AuditEvent } from '@aichat/contracts/company/audit'
import type { AuditAction } from '@aichat/contracts/company/audit-actions'
import { type BusinessHours, weekdays } from '@aichat/contracts/company/hours'
import { fillPath, type Route } from '@aichat/contracts/kit/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAuditEvent } from '../../src/audit/store.ts'
import { createPrivateFixtures, createPublishedProject } from '../fixtures/fixtures.ts'
import { createRecords, type Records } from '../fixtures/records.ts'
import { type Person, waitUntil } from '../kit/client.ts'
import { listRoutes } from '../kit/contracts.ts'
import { modelServer } from '../kit/model-server.ts'

const { baseUrl } = await modelServer(() => ({ text: 'Ok.' }), undefined, afterAll)
const fixtures = createPrivateFixtures({ fetchAllow: ['127.0.0.1:9', new URL(baseUrl).host] })
const conversationWork = 'conversation work, which the conversation itself shows'
const desk = 'a tool of the desk, which visitors never see'
const ofReport = 'changes how a report groups questions, which visitors never see'
const readsOnly = 'stores nothing that visitors see'

/** Routes that change something without an entry, and why. */
const exceptions: Record<string, string> = {
  'authRoutes.forgotPassword': 'only mails a link; its use is recorded',
  'aiModelRoutes.test': readsOnly,
  'answerTestRoutes.run': readsOnly,
  'answerTestRoutes.ignoreQuestion': 'hides a line of a report, which visitors never see',
  'widgetRoutes.uploadLogo': 'the image has no effect until the draft names it, which is recorded',
  'knowledgeRoutes.upload': 'the file has no effect until it is added to the knowledge, which is recorded',
  'findingRoutes.update': 'hides a line of a report, which visitors never see',
  'topicRoutes.add': ofReport,
  'topicRoutes.update': ofReport,
  'topicRoutes.merge': ofReport,
  'topicRoutes.unmerge': ofReport,
  'reportSubscriptionRoutes.update': 'a preference of the caller',
  'reportSubscriptionRoutes.send': readsOnly,
  'reportSubscriptionRoutes.unsubscribe': 'a preference of the reader of a mail',
  'notificationRoutes.updateSettings': 'a preference of the caller',
  'notificationRoutes.addDevice': 'a preference of the caller',
  'notificationRoutes.removeDevice': 'a preference of the caller',
  'notificationRoutes.test': readsOnly,
  'labelRoutes.add': desk,
  'labelRoutes.update': desk,
  'labelRoutes.remove': desk,
  'labelRoutes.assign': conversationWork,
  'inboundEmailRoutes.accept': conversationWork,
  'inboundEmailRoutes.dismiss': conversationWork,
  'noteRoutes.add': conversationWork,
  'noteRoutes.remove': conversationWork,
  'noteRoutes.readMentions': conversationWork,
  'promptRoutes.tryOut': readsOnly,
  'replayRoutes.start': readsOnly,
  'reportRoutes.export': 'contains counts only, which every member sees on the screen',
  'savedReplyRoutes.add': desk,
  'savedReplyRoutes.update': desk,
  'savedReplyRoutes.remove': desk,
  'savedReplyRoutes.attach': desk,
  'sessionRoutes.send': conversationWork,
  'sessionRoutes.needsHuman': conversationWork,
  'sessionRoutes.attach': conversationWork,
  'sessionRoutes.attachSaved': conversationWork,
  'sessionRoutes.read': conversationWork,
  'sessionRoutes.unread': conversationWork,
  'sessionRoutes.status': conversationWork,
  'sessionRoutes.autoReply': conversationWork,
  'sessionRoutes.assign': conversationWork,
  'sessionRoutes.assignmentSeen': conversationWork,
  'summaryRoutes.write': conversationWork,
  'writingAssistantRoutes.rewrite': readsOnly,
  'writingAssistantRoutes.suggest': readsOnly,
  'testChatRoutes.ask': readsOnly,
  'visitorRoutes.start': 'a visitor, who has no part in the company’s log',
  'visitorRoutes.attach': 'a visitor, who has no part in the company’s log',
}

type Build = (own: Records) => Sample | Promise<Sample>
type Sample = { body?: object; query?: string; params?: Records; action: AuditEvent['action'] }

const noDemands = { mustContain: [], mustCite: null, mustHandOver: false }
const hours = {
  timeZone: 'Europe/Berlin',
  week: Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as BusinessHours['week'],
  exceptions: [],
  outsideHours: 'ai',
}
const website = 'https://boats.example.com'

/** For every other route, a request that changes something, and the entry that it must write. */
const samples: Record<string, Build> = {
  'agentProfileRoutes.save': () => ({ body: { agentName: 'Robin' }, action: 'profile_changed' }),
  'aiModelRoutes.save': () => ({
    body: { source: 'company', baseUrl, model: 'small' },
    action: 'ai_model_changed',
  }),
  'answerSetRoutes.setMode': async (own) => {
    await owner.get('PATCH', `/api/projects/${own.projectId}/answers`, { mode: 'manual' })
    return { body: { mode: 'automatic' }, action: 'answer_mode_changed' }
  },
  'replayRoutes.review': async (own) => {
    const replays = `/api/projects/${own.projectId}/replays`
    const { id } = await owner.get('POST', replays)
    await waitUntil(
      () => owner.get('GET', `${replays}/latest`),
      ({ replay }) => replay.id === id && replay.isCurrent && replay.finishedAt !== null,
    )
    return { params: { replayId: id }, action: 'answers_reviewed' }
  },
  'answerRemovalRoutes.takeDown': async () => {
    const project = await createPublishedProject(owner)
    const path = `/api/projects/${project.id}`
    const { id } = await owner.get('POST', `${path}/faq`, { question: 'Late?', answer: 'No.' })
    await owner.get('PATCH', `${path}/answers`, { mode: 'manual' })
    await owner.get('POST', `${path}/releases/1/restore`)
    const params = { projectId: project.id }
    return { params, body: { kind: 'faq', id }, action: 'answer_taken_down' }
  },
  'answerRemovalRoutes.eraseFaq': async (own) => {
    const faq = { question: 'To be erased?', answer: 'Yes.' }
    const { id } = await owner.get('POST', `/api/projects/${own.projectId}/faq`, faq)
    return { params: { faqId: id }, action: 'faq_erased' }
  },
  'answerRemovalRoutes.eraseItem': async (own) => {
    const item = await owner.get('POST', `/api/projects/${own.projectId}/agent/kb`, {
      type: 'manual',
      content: 'To be erased',
    })
    return { params: { itemId: item.id }, action: 'knowledge_erased' }
  },
  'answerTestRoutes.add': () => ({ body: { question: 'Far?', ...noDemands }, action: 'answer_test_added' }),
  'answerTestRoutes.update': () => ({
    body: { question: 'Near?', ...noDemands },
    action: 'answer_test_changed',
  }),
  'answerTestRoutes.remove': () => ({ action: 'answer_test_deleted' }),
  'apiKeyRoutes.add': () => ({
    body: { name: 'Reports', scopes: ['sessions:read'] },
    action: 'api_key_added',
  }),
  'apiKeyRoutes.remove': () => ({ action: 'api_key_revoked' }),
  'auditRoutes.export': () => ({ action: 'audit_log_exported' }),
  'companyRoutes.update': () => ({ body: { name: 'New' }, action: 'company_changed' }),
  'emailRoutes.update': () => ({ body: { senderName: 'Support' }, action: 'company_changed' }),
  'erasureRoutes.setRetention': () => ({ body: { retentionDays: 30 }, action: 'retention_changed' }),
  'erasureRoutes.eraseVisitor': () => ({ action: 'visitors_erased' }),
  'faqRoutes.add': () => ({ body: { question: 'Far?', answer: 'No.' }, action: 'faq_added' }),
  'faqRoutes.update': () => ({ body: { question: 'Open?', answer: 'No.' }, action: 'faq_changed' }),
  'faqRoutes.remove': () => ({ action: 'faq_deleted' }),
  'faqRoutes.toggle': () => ({ body: { faqEnabled: true }, action: 'faqs_toggled' }),
  'faqRoutes.reorder': async (own) => {
    const { faqs } = await owner.get('GET', `/api/projects/${own.projectId}/faq`)
    return { body: { order: faqs.map((faq: Faq) => faq.id).reverse() }, action: 'faqs_reordered' }
  },
  'faqRoutes.syncKnowledge': () => ({ action: 'faqs_synced' }),
  'hoursRoutes.saveCompany': () => ({ body: hours, action: 'hours_changed' }),
  'hoursRoutes.saveProject': () => ({ body: hours, action: 'hours_changed' }),
  'hoursRoutes.removeCompany': () => ({ action: 'hours_changed' }),
  'hoursRoutes.removeProject': () => ({ action: 'hours_changed' }),
  'identityRoutes.add': () => ({ action: 'identity_secret_added' }),
  'identityRoutes.remove': () => ({ action: 'identity_secret_removed' }),
  'installationRoutes.saveOrigins': () => ({ body: { origins: [website] }, action: 'origins_changed' }),
  'invitationRoutes.accept': () => ({ body: { name: 'Kim', password: 'correct horse' }, action: 'joined' }),
  'knowledgeRoutes.add': () => ({ body: { type: 'manual', content: 'Hello' }, action: 'knowledge_added' }),
  'knowledgeRoutes.embed': () => ({ action: 'knowledge_embedded' }),
  'knowledgeRoutes.remove': () => ({ action: 'knowledge_deleted' }),
  'projectAutoReplyRoutes.enableForEarlier': async (own) => {
    const { widgetConfigId } = await owner.get('GET', `/api/projects/${own.projectId}`)
    await owner.get('PATCH', `/api/widget/${widgetConfigId}`, { agent: { autoReply: true } })
    await owner.get('POST', `/api/projects/${own.projectId}/publish`)
    return { action: 'auto_reply_enabled' }
  },
  'projectRoutes.create': () => ({ body: { name: 'Boats' }, action: 'project_created' }),
  'projectRoutes.update': () => ({
    body: { name: 'Boats', websiteUrl: website },
    action: 'project_changed',
  }),
  'projectRoutes.remove': () => ({ action: 'project_deleted' }),
  'promptRoutes.save': () => ({
    body: { text: 'Be brief.' },
    params: { key: 'answer' },
    action: 'prompt_changed',
  }),
  'promptRoutes.reset': () => ({ params: { key: 'answer' }, action: 'prompt_changed' }),
  // The first release did not have the FAQs and items that other samples need.
  'releaseRoutes.restore': async (own) => {
    const { widgetConfigId } = await owner.get('GET', `/api/projects/${own.projectId}`)
    await owner.get('PATCH', `/api/widget/${widgetConfigId}`, { brand: { chatName: 'Restored' } })
    await owner.get('POST', `/api/projects/${own.projectId}/publish`)
    const { releases } = await owner.get('GET', `/api/projects/${own.projectId}/releases`)
    return { params: { number: String(releases[0].number) }, action: 'restored' }
  },
  'sessionRoutes.export': () => ({ query: '?format=text', action: 'conversation_exported' }),
  'sessionRoutes.exportAll': () => ({ action: 'conversations_exported' }),
  'sourceRoutes.add': () => ({ body: { kind: 'archive', name: 'Handbook' }, action: 'source_added' }),
  'sourceRoutes.update': () => ({ body: { name: 'Help' }, action: 'source_changed' }),
  'sourceRoutes.remove': () => ({ action: 'source_deleted' }),
  'userRoutes.updateMe': () => ({ body: { name: 'Ann' }, action: 'name_changed' }),
  'userRoutes.invite': () => ({
    body: { email: `lee-${Math.random()}@example.com`, role: 'Agent' },
    action: 'invited',
  }),
  'userRoutes.update': () => ({ body: { role: 'Admin' }, action: 'role_changed' }),
  'userRoutes.remove': () => ({ action: 'removed' }),
  'webhookRoutes.add': () => ({
    body: { url: 'http://127.0.0.1:9/', events: ['message.created'] },
    action: 'webhook_added',
  }),
  'webhookRoutes.update': () => ({
    body: { url: 'http://127.0.0.1:9/', events: ['rating.created'], isEnabled: true },
    action: 'webhook_changed',
  }),
  'webhookRoutes.remove': () => ({ action: 'webhook_removed' }),
  'webhookRoutes.rotate': () => ({ action: 'webhook_secret_rotated' }),
  'webhookRoutes.test': () => ({ action: 'webhook_tested' }),
  'webhookRoutes.replay': () => ({ action: 'webhook_replayed' }),
}

/** Covered by the tests of their own slice, because they need a particular state. */
const elsewhere: Record<string, AuditEvent['action']> = {
  'authRoutes.signup': 'signed_up',
  'authRoutes.confirmEmail': 'signed_up',
  'authRoutes.login': 'signed_in',
  'authRoutes.logout': 'signed_out',
  'authRoutes.refresh': 'refresh_token_reused',
  'authRoutes.changePassword': 'password_changed',
  'authRoutes.resetPassword': 'password_reset',
  'erasureRoutes.eraseByEmail': 'visitors_erased',
  'faqRoutes.generate': 'faqs_generated',
  'knowledgeRoutes.bulk': 'knowledge_embedded',
  'knowledgeRoutes.bulkRemove': 'knowledge_deleted',
  'knowledgeRoutes.importFiles': 'knowledge_added',
  'knowledgeRoutes.update': 'knowledge_changed',
  'knowledgeRoutes.fetchAgain': 'knowledge_embedded',
  'releaseRoutes.publish': 'published',
  'sourceRunRoutes.upload': 'source_run_started',
  'sourceRunRoutes.startRun': 'source_run_started',
  'sourceRunRoutes.stopRun': 'source_run_stopped',
  'sourceRunRoutes.resumeRun': 'source_run_started',
  'sourcePageRoutes.embedPages': 'source_pages_added',
  'sourcePageRoutes.ignorePages': 'source_pages_ignored',
  'sourcePageRoutes.restorePages': 'source_pages_restored',
  'widgetRoutes.save': 'widget_changed',
}

const isExport = ([, { path }]: [string, Route]) => path.endsWith('/export')
const routes = (await listRoutes()).filter((entry) => entry[1].method !== 'GET' || isExport(entry))

test('every route that changes something, and every export, has an audit entry or a stated reason for none', () => {
  const stated = [...Object.keys(exceptions), ...Object.keys(samples), ...Object.keys(elsewhere)]
  expect(stated.toSorted()).toEqual(routes.map(([name]) => name).toSorted())
  const withoutActions = routes.filter(([, { access }]) => access.audit === 'none').map(([name]) => name)
  expect(withoutActions.toSorted()).toEqual(Object.keys(exceptions).toSorted())
  for (const [name, { access }] of routes)
    if (elsewhere[name]) expect(access.audit, name).toContain(elsewhere[name])
})

test('a route that declares no audit action cannot record one', async () => {
  const { company, user } = owner.data
  const auditActions: AuditAction[] = ['password_changed']
  const actor = {
    companyId: company.id,
    userId: user.id,
    name: user.name,
    address: '127.0.0.1',
    auditActions,
  }
  const record = (action: AuditAction) =>
    fixtures.server.app.db.company(actor.companyId, (sql) => recordAuditEvent(sql, actor, action))
  await record('password_changed')
  const refused = await record('signed_out').catch(String)
  expect(refused).toContain('does not declare the audit action signed_out')
})

/** Removals come last, and that of the project at the very end, because the others need the records. */
const sampled = routes.filter(([name]) => samples[name]).toSorted(([, a], [, b]) => rank(a) - rank(b))

function rank({ method, path }: Route): number {
  if (method !== 'DELETE') return 0
  return 1 / path.length
}

let owner: Person
let own: Records

beforeAll(async () => {
  owner = await fixtures.signUp('acme')
  own = (await createRecords(fixtures, owner)).own
})

test.each(sampled)('%s: writes an audit entry', async (name, route) => {
  const { body, query = '', params, action } = await (samples[name] as Build)(own)
  const count = async () => (await owner.get('GET', `/api/audit?limit=200&action=${action}`)).events.length
  const before = await count()
  const path = fillPath(route.path, { ...own, ...params })
  const answer = await owner.call(route.method, `${path}${query}`, body)
  expect({ status: answer.status, message: answer.body?.message }).toEqual({
    status: route.status ?? 200,
    message: undefined,
  })
  expect(await count()).toBe(before + 1)
  expect(route.access.audit).toContain(action)
})
