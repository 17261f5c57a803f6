import type { Person } from './client.ts'
import { upload } from './client.ts'
import {
  addFinding,
  addKnowledge,
  addUnansweredQuestion,
  createPublishedProject,
  type Fixtures,
} from './fixtures.ts'

/** Values for the parameters of every path, by the name of their parameter. */
export type Records = Record<string, string>

/**
 * Creates a record of every kind for a company. `sibling` has the same records, but each under another project or another
 * conversation of the same company.
 */
export async function createRecords(
  fixtures: Fixtures,
  owner: Person,
): Promise<{ own: Records; sibling: Records }> {
  const project = await createPublishedProject(owner)
  const other = await createPublishedProject(owner)
  const { session, message } = await startConversation(fixtures, project.publicKey)
  const { session: otherSession } = await startConversation(fixtures, project.publicKey)
  const { user, inviteUrl } = await owner.get('POST', '/api/users/invitations', {
    email: `kim-${project.id}@example.com`,
    role: 'Agent',
  })
  const hook = { url: 'http://127.0.0.1:9/', events: ['message.created'] }
  const webhookId = (await owner.get('POST', '/api/webhooks', hook)).webhook.id
  const otherWebhookId = (await owner.get('POST', '/api/webhooks', hook)).webhook.id
  const saved = await owner.get('POST', '/api/saved-replies', {
    name: 'Hello',
    text: 'Hello there',
    files: [await uploadSecret(fixtures, owner, '/api/saved-replies/files')],
  })
  const otherSaved = await owner.get('POST', '/api/saved-replies', { name: 'Bye', text: 'Goodbye' })
  const sessionId = session.sessionId as string
  const own: Records = {
    ...(await addProjectRecords(owner, project.id)),
    questionId: await addUnansweredQuestion(fixtures, owner, project),
    findingId: await addFinding(fixtures, owner, project.id),
    userId: user.id,
    token: inviteUrl.split('/').at(-1) as string,
    projectId: project.id,
    widgetId: project.widgetConfigId as string,
    sessionId,
    messageId: message._id,
    attachmentId: await attach(fixtures, owner, sessionId),
    labelId: (await owner.get('POST', '/api/labels', { name: 'Urgent', tone: 'bad' })).id,
    savedReplyId: saved.id,
    fileId: saved.files[0].id,
    apiKeyId: (await owner.get('POST', '/api/api-keys', { name: 'Reports', scopes: ['sessions:read'] }))
      .keys[0].id,
    webhookId,
    deliveryId: (await owner.get('POST', `/api/webhooks/${webhookId}/test`)).id,
    noteId: (await owner.get('POST', `/api/sessions/${sessionId}/notes`, { text: 'Be kind' })).id,
    key: 'minimal',
    number: '1',
    publicKey: project.publicKey,
  }
  return {
    own,
    sibling: {
      ...own,
      projectId: other.id,
      sessionId: otherSession.sessionId,
      webhookId: otherWebhookId,
      savedReplyId: otherSaved.id,
    },
  }
}

async function addProjectRecords(owner: Person, projectId: string) {
  const path = `/api/projects/${projectId}`
  const site = { kind: 'site', config: { url: 'http://127.0.0.1:9/' } }
  const sourceId = (await owner.get('POST', `${path}/agent/sources`, site)).id as string
  const answerTest = { question: 'Open?', mustContain: [], mustCite: null, mustHandOver: false }
  return {
    itemId: await addKnowledge(owner, projectId, 'We are open from 9 to 5.'),
    sourceId,
    runId: (await owner.get('POST', `${path}/agent/sources/${sourceId}/runs`)).id as string,
    faqId: (await owner.get('POST', `${path}/faq`, { question: 'Open?', answer: 'Yes.' })).id as string,
    replayId: (await owner.get('POST', `${path}/replays`)).id as string,
    testId: (await owner.get('POST', `${path}/answer-tests`, answerTest)).id as string,
    secretId: (await owner.get('POST', `${path}/identity-secrets`)).secrets[0].id as string,
  }
}

async function startConversation(fixtures: Fixtures, publicKey: string) {
  const line = await (await fixtures.visitor(publicKey)).connect()
  return line.send('message:send', { text: 'hello', clientId: 'c' })
}

/** Sends a file in the conversation, and returns its id. */
async function attach(fixtures: Fixtures, owner: Person, sessionId: string): Promise<string> {
  const id = await uploadSecret(fixtures, owner, `/api/sessions/${sessionId}/attachments`)
  const line = await owner.connect()
  await line.send('message:send', { sessionId, attachments: [id], clientId: 'file' })
  return id
}

async function uploadSecret(fixtures: Fixtures, owner: Person, path: string): Promise<string> {
  const file = { name: 'secret.txt', content: 'A secret' }
  return (await upload(fixtures.server.url, path, owner.tokens.accessToken, [file])).body.data.id
}
