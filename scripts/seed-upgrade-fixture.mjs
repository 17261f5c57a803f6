// Makes server/test/fixtures/schema-031.jsonl, the data of the upgrade test (server/test/upgrade.test.ts): runs a built
// checkout of an older version, uses every part of it through its public interfaces, and stores its backup as JSON lines.
//
//   git worktree add /tmp/old 81ee2df && cd /tmp/old && npm ci && npm run build
//   node scripts/seed-upgrade-fixture.mjs /tmp/old server/dist/house.js server/test/fixtures/schema-031.jsonl
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { io } from 'socket.io-client'
import { extract } from 'tar-stream'

const [checkout, backupProgram, output] = process.argv.slice(2)
if (!output) {
  console.error('Usage: seed-upgrade-fixture.mjs <checkout> <its backup program> <output>')
  process.exit(2)
}

const account = { email: 'owner@example.com', password: 'correct horse' }
const appSecret = 'the application secret of the upgrade fixture'
const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-upgrade-fixture-'))
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const environment = {
  PATH: process.env.PATH,
  PORT: String(port),
  DATA_DIR: dataDir,
  APP_SECRET: appSecret,
  LOG_LEVEL: 'error',
  LIMIT_SCALE: '1000',
  FETCH_ALLOW: '127.0.0.1:9',
  // A reset link is stored before its mail is sent, and no mail server is needed for that.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'support@example.com',
}

const server = spawn(process.execPath, ['server/dist/main.js'], {
  cwd: checkout,
  env: environment,
  stdio: 'inherit',
})
try {
  await waitFor(() => fetch(`${url}/readyz`).then(({ ok }) => ok))
  await seed()
  // The search index is written by a background task once conversations are quiet.
  const lines = await waitFor(async () => {
    const backup = await readBackup()
    const empty = backup.filter(({ table, rows }) => table && rows.length === 0).map(({ table }) => table)
    console.error(empty.length > 0 ? `Waiting for rows in ${empty.join(', ')}` : 'Every table has rows')
    return empty.length === 0 && backup
  })
  writeFileSync(output, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
} finally {
  server.kill()
  rmSync(dataDir, { recursive: true, force: true })
}

async function seed() {
  const form = { companyName: 'Camping Shop', name: 'Shop Owner', ...account }
  const signedIn = await request('POST', '/api/auth/signup', { body: form, isWhole: true })
  const api = (method, target, body) => request(method, target, { body, token: signedIn.tokens.accessToken })
  const upload = (target, token, name, text) => {
    const file = new FormData()
    file.append('file', new Blob([text], { type: 'text/plain' }), name)
    return request('POST', target, { body: file, token })
  }

  const { inviteUrl } = await api('POST', '/api/users/invitations', {
    email: 'agent@example.com',
    role: 'Agent',
  })
  const agent = await request('POST', `/api/invitations/${inviteUrl.split('/').at(-1)}`, {
    body: { name: 'Shop Agent', password: account.password },
    isWhole: true,
  })
  await api('POST', '/api/users/invitations', { email: 'invited@example.com', role: 'Agent' })
  await request('POST', '/api/auth/forgot-password', { body: { email: account.email } })
  await api('PUT', '/api/superadmin/prompts/rewrite', { text: 'Rewrite {{text}} politely.', note: 'Shorter' })
  await api('POST', '/api/api-keys', { name: 'Reports', scopes: ['sessions:read'] })
  await api('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['message.created'] })
  const label = await api('POST', '/api/labels', { name: 'Delivery', tone: 'warn' })
  const priceList = await upload(
    '/api/saved-replies/files',
    signedIn.tokens.accessToken,
    'prices.txt',
    'Tent: 99',
  )
  await api('POST', '/api/saved-replies', {
    name: 'Prices',
    text: 'Here are our prices.',
    files: [priceList.id],
  })

  const created = await api('POST', '/api/projects', { name: 'Shop', websiteUrl: 'https://shop.example.com' })
  await api('PATCH', `/api/widget/${created.widgetConfigId}`, {
    template: { key: 'minimal' },
    agent: { autoReply: true, autoReplyRateLimit: 5 },
  })
  const base = `/api/projects/${created.id}`
  const text = '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.'
  const item = await api('POST', `${base}/agent/kb`, { type: 'manual', content: text })
  await api('PATCH', `${base}/agent/kb/${item.id}/embedded`)
  await upload(
    `${base}/agent/upload/file`,
    signedIn.tokens.accessToken,
    'sizes.txt',
    'Tents sleep two or four.',
  )
  await api('POST', `${base}/faq`, { question: 'When are you open?', answer: 'From nine to five.' })
  await api('POST', `${base}/identity-secrets`)
  const { project } = await api('POST', `${base}/publish`)
  const test = { question: 'How long can I return an item?', mustContain: ['30 days'], mustHandOver: false }
  await api('POST', `${base}/answer-tests`, { ...test, mustCite: null })
  await api('POST', `${base}/answer-tests/runs`)
  await fetch(`${url}/api/public/${project.publicKey}`, { headers: { origin: 'https://shop.example.com' } })

  const visit = await request('POST', `/api/public/${project.publicKey}/visitors`, {
    body: { pageUrl: 'https://shop.example.com/tents', locale: 'en' },
  })
  const visitor = await connect(`${url}/visitor`, { visitorToken: visit.visitorToken })
  await visitor('identify', { name: 'Guest Camper', email: 'guest@example.com' })
  const question = 'How many days do I have to return an item?'
  const { session } = await visitor('message:send', { text: question, clientId: 'question' })
  const conversation = `/api/sessions/${session.sessionId}`
  await waitFor(async () => {
    const { messages } = await api('GET', `${conversation}/messages?limit=100`)
    return messages.some(({ isAi }) => isAi)
  })
  const attachment = await upload(
    `/api/public/${project.publicKey}/attachments`,
    visit.visitorToken,
    'order.txt',
    'Order 17',
  )
  await visitor('message:send', { text: 'My order', clientId: 'order', attachments: [attachment.id] })
  await visitor('feedback', { rating: 5, comment: 'Quick answer' })
  await api('POST', `${conversation}/messages`, { text: 'Glad that we could help.', clientId: 'answer' })
  await api('PATCH', `${conversation}/labels`, { labelId: label.id, isOn: true })
  await api('POST', `${conversation}/notes`, {
    text: 'Asked about returns.',
    mentions: [agent.data.user.id],
  })
  await api('PATCH', `${conversation}/status`, { status: 'closed' })
}

async function request(method, target, { body, token, isWhole = false } = {}) {
  const isForm = body instanceof FormData
  const response = await fetch(`${url}${target}`, {
    method,
    headers: {
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: isForm ? body : body && JSON.stringify(body),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${target} failed with ${response.status}: ${answer}`)
  if (!answer) return null
  return isWhole ? JSON.parse(answer) : JSON.parse(answer).data
}

async function connect(address, auth) {
  const socket = io(address, { auth, transports: ['websocket'], forceNew: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return async (command, payload) => {
    const ack = await socket.timeout(8000).emitWithAck(command, payload)
    if (ack.ok === false || ack.error) throw new Error(`${command} failed: ${JSON.stringify(ack)}`)
    return ack
  }
}

async function readBackup() {
  const file = path.join(dataDir, 'fixture.tar.gz')
  const { status } = spawnSync(process.execPath, [backupProgram, 'backup', file], {
    cwd: checkout,
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  if (status !== 0) throw new Error('The backup failed')
  const tar = extract()
  const entries = new Map()
  const unpack = createGunzip()
  unpack.pipe(tar)
  unpack.end(readFileSync(file))
  for await (const entry of tar) {
    const parts = []
    for await (const part of entry) parts.push(part)
    entries.set(entry.header.name, Buffer.concat(parts))
  }
  const { schemaVersion, tables } = JSON.parse(entries.get('archive.json').toString())
  const lines = [{ schemaVersion, appSecret, ...account }]
  for (const { name, columns } of tables) {
    // It exists only where the database has pgvector.
    if (name === 'knowledge_vectors') continue
    const parts = [...entries].filter(([entry]) => entry.startsWith(`tables/${name}/`))
    const rows = parts.flatMap(([, content]) => content.toString().split('\n').filter(Boolean))
    lines.push({ table: name, columns, rows: rows.map((row) => JSON.parse(row)) })
  }
  for (const [entry, content] of entries)
    if (entry.startsWith('files/')) lines.push({ file: entry.slice(6), base64: content.toString('base64') })
  return lines
}

async function waitFor(look) {
  for (const end = Date.now() + 180_000; ; ) {
    const found = await look().catch(() => null)
    if (found) return found
    if (Date.now() > end) throw new Error('The server did not get there within three minutes')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
