import { ImapFlow } from 'imapflow'
import type { Log } from '../observability/log.ts'

/** An email in the mailbox. */
export type MailboxEmail = {
  uid: number
  /** The header section. */
  headers: Buffer
  sizeBytes: number
  receivedAt: Date
  /** Reads the whole email. Null when it has been removed from the mailbox meanwhile. */
  readSource(): Promise<Buffer | null>
}

export type ImapMailbox = {
  /**
   * Connects unless it is connected, and passes each email that has arrived since the previous call, in order; the first call those of
   * the last 30 days. When `handle` throws, the next call begins with the same email.
   * @throws the error of the server or of `handle`
   */
  readNew(handle: (email: MailboxEmail) => Promise<void>): Promise<void>
  /** Whether the server is going to announce new emails (IDLE), so that it need not be asked. */
  isIdle(): boolean
  close(): Promise<void>
}

const dayMs = 86_400_000
const firstReadDays = 30
const headersPerRequest = 200
const defaultMailbox = 'INBOX'
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 90_000 }

/**
 * Opens a mailbox by a URL such as `imaps://user:password@imap.example.com/INBOX`. It is only read: emails stay as they are.
 * `onArrival` is called when the server announces an email.
 */
export function openImapMailbox(url: string, onArrival: () => void, log: Log): ImapMailbox {
  const { path, ...server } = parseMailboxUrl(url)
  let client: ImapFlow | null = null
  let lastRead: { uidValidity: bigint; uid: number } | null = null
  let isClosed = false

  async function connect(): Promise<ImapFlow> {
    if (isClosed) throw new Error('The mailbox is closed')
    if (client?.usable) return client
    client?.close()
    const connecting = new ImapFlow({ ...server, ...timeouts, logger: false, disableAutoIdle: true })
    // A failed connection also fails the command that uses it, or is found by the next call.
    connecting.on('error', (error) => log.debug({ err: error }, 'the connection to the mailbox failed'))
    connecting.on('exists', onArrival)
    client = connecting
    await connecting.connect()
    await connecting.mailboxOpen(path, { readOnly: true })
    return connecting
  }

  return {
    async readNew(handle) {
      const connection = await connect()
      const { mailbox } = connection
      if (!mailbox) throw new Error(`The mailbox ${path} is not open`)
      if (lastRead?.uidValidity !== mailbox.uidValidity) lastRead = null
      for await (const email of listEmails(connection, lastRead?.uid ?? null)) {
        await handle(email)
        lastRead = { uidValidity: mailbox.uidValidity, uid: email.uid }
      }
      // A connection that ends meanwhile is found by the next call.
      if (connection.capabilities.has('IDLE')) void connection.idle().catch(() => {})
    },
    isIdle: () => Boolean(client?.usable && client.idling),
    async close() {
      isClosed = true
      client?.close()
    },
  }
}

/** Signs in and opens the mailbox. @throws the error of the server */
export async function verifyMailbox(url: string): Promise<void> {
  const { path, ...server } = parseMailboxUrl(url)
  const client = new ImapFlow({ ...server, ...timeouts, logger: false, disableAutoIdle: true })
  // The failed command reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(path, { readOnly: true })
  } finally {
    client.close()
  }
}

/** The emails with a higher UID, or those of the last 30 days, in order. */
async function* listEmails(client: ImapFlow, afterUid: number | null): AsyncGenerator<MailboxEmail> {
  if (afterUid !== null) {
    // The range `n:*` contains the last email, also when its UID is lower.
    const emails = await fetchEmails(client, `${afterUid + 1}:*`)
    yield* emails.filter(({ uid }) => uid > afterUid)
    return
  }
  const since = new Date(Date.now() - firstReadDays * dayMs)
  const uids = (await client.search({ since }, { uid: true })) || []
  const sorted = uids.toSorted((a, b) => a - b)
  for (let start = 0; start < sorted.length; start += headersPerRequest)
    yield* await fetchEmails(client, sorted.slice(start, start + headersPerRequest).join(','))
}

/** In the order of their UIDs. */
async function fetchEmails(client: ImapFlow, range: string): Promise<MailboxEmail[]> {
  const query = { uid: true, headers: true, size: true, internalDate: true } as const
  const fetched = await client.fetchAll(range, query, { uid: true })
  const emails = fetched.flatMap(({ uid, headers, size = 0, internalDate = new Date() }) =>
    headers
      ? [
          {
            uid,
            headers,
            sizeBytes: size,
            receivedAt: new Date(internalDate),
            readSource: () => readSource(client, uid),
          },
        ]
      : [],
  )
  return emails.toSorted((a, b) => a.uid - b.uid)
}

async function readSource(client: ImapFlow, uid: number): Promise<Buffer | null> {
  const email = await client.fetchOne(String(uid), { source: true }, { uid: true })
  return email ? (email.source ?? null) : null
}

function parseMailboxUrl(text: string) {
  const url = new URL(text)
  const isSecure = url.protocol === 'imaps:'
  return {
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    path: decodeURIComponent(url.pathname.slice(1)) || defaultMailbox,
  }
}
