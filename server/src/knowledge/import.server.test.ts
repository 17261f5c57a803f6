import type { ImportOutcome } from '@aichat/contracts/ai/knowledge'
import type { Message } from '@aichat/contracts/chat/messages'
import { describe, expect, test } from 'vitest'
import { docxParts, docxWithTable, xlsxOf, xlsxRow, zipOf } from '../../test/code/documents.ts'
import { createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'
import { type Person, type UploadedPart, upload, waitUntil } from '../../test/kit/client.ts'

const fixtures = createFixtures()

function importFiles(by: Person, projectId: string, files: UploadedPart[], token = by.tokens.accessToken) {
  const parts = files.map((file) => ({ field: 'files', ...file }))
  return upload(fixtures.server.url, `/api/projects/${projectId}/agent/import/files`, token, parts)
}

const prices = [
  ['Country', 'Standard', 'Express'],
  ['Germany', '4.90 euros', '12.90 euros'],
  ['Austria', '6.90 euros', '18.90 euros'],
]

/** A file or text of each format, and a question with words of its answer. */
const formats = [
  {
    name: 'returns.md',
    content:
      '# Help\n\n## Returns\n\n- You can return a **tent** within `45 days` of delivery.\n- Keep the bag.',
    question: 'How long do I have to return a tent?',
    answer: 'You can return a tent within 45 days of delivery.',
  },
  {
    name: 'stoves.html',
    content:
      '<title>Stoves</title><main><h1>Stoves</h1><h2>Care</h2><p>Clean the burner of a stove with vinegar.</p></main>',
    question: 'How do I clean the burner of a stove?',
    answer: 'Clean the burner of a stove with vinegar.',
  },
  {
    name: 'faq.csv',
    content: 'Question;Answer\nDoes the warranty cover torn fabric?;Torn fabric is covered for 10 years.\n',
    question: 'Does the warranty cover torn fabric?',
    answer: 'Torn fabric is covered for 10 years.',
  },
  {
    name: 'weights.xlsx',
    content: xlsxOf(xlsxRow(1, ['Tent', 'Weight', 'Season']) + xlsxRow(2, ['Fjord', '2.6 kg', 'Winter'])),
    question: 'What is the weight of the Fjord?',
    answer: 'Fjord – Weight: 2.6 kg, Season: Winter.',
  },
  {
    name: 'delivery.docx',
    content: docxWithTable('Delivery', prices),
    question: 'What does express delivery to Austria cost?',
    answer: 'Austria – Standard: 6.90 euros, Express: 18.90 euros.',
  },
]

const manual = {
  text: '## **Rental** prices\n\n| Item | Price per day |\n|---|---|\n| Canoe | 35 euros |\n| Kayak | 29 euros |\n\nPay with *cash* or [card](https://acme.com/pay).',
  question: 'Rental prices of a canoe?',
  answer: 'Canoe – Price per day: 35 euros.',
}

const autoReply = { agent: { autoReply: true, autoReplyRateLimit: 5 } }

/** Embeds an item and publishes its project, and returns what the AI answers to a visitor. */
async function askAbout(
  owner: Person,
  { id, publicKey }: { id: string; publicKey: string },
  itemId: string,
  question: string,
): Promise<string> {
  await owner.get('PATCH', `/api/projects/${id}/agent/kb/${itemId}/embedded`)
  await waitUntil(
    () => owner.get('GET', `/api/projects/${id}/agent/kb`),
    ([item]) => item.status === 'embedded',
  )
  await owner.get('POST', `/api/projects/${id}/publish`)
  const visitor = await (await fixtures.visitor(publicKey)).connect()
  await visitor.send('message:send', { text: question, clientId: 'q' })
  const { message }: { message: Message } = await visitor.next(
    'message:new',
    (event: { message: Message }) => event.message.from !== 'visitor',
  )
  return message.text
}

describe('an import', () => {
  test('of each format, and a text in Markdown, is asked back by a visitor', async () => {
    const owner = await fixtures.signUp()
    const answers: string[] = []
    for (const format of formats) {
      const { id, publicKey } = await createPublishedProject(owner, autoReply)
      const { status, body } = await importFiles(owner, id, [format])
      const item = { type: 'file', status: 'pending', title: format.name, fileName: format.name }
      expect({ status, data: body.data }).toMatchObject({
        status: 200,
        data: [{ fileName: format.name, item, error: null }],
      })
      answers.push(await askAbout(owner, { id, publicKey }, body.data[0].item.id, format.question))
    }
    const { id, publicKey } = await createPublishedProject(owner, autoReply)
    const item = await owner.get('POST', `/api/projects/${id}/agent/kb`, {
      type: 'manual',
      content: manual.text,
    })
    expect(item.title).toBe('Rental prices')
    answers.push(await askAbout(owner, { id, publicKey }, item.id, manual.question))
    expect(answers).toEqual([...formats, manual].map(({ answer }) => expect.stringContaining(answer)))
    expect(answers.join('\n')).not.toMatch(/[*`|]|^#|^- /m)
    const { events } = await owner.get('GET', '/api/audit?limit=50&action=knowledge_added')
    expect(events).toHaveLength(formats.length + 1)
  })

  test('has an outcome for each file, and stores only what it accepts', async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const wrongType = 'Only PDF, Word, text, Markdown, HTML, CSV and Excel (.xlsx) files are supported.'
    const wrongContent = "The file's content does not match its name."
    const { status, body } = await importFiles(owner, id, [
      { name: 'a.md', content: 'Hello' },
      { name: 'empty.csv', content: '' },
      { name: 'a.exe', content: 'x'.repeat(200_000) },
      { name: 'large.csv', content: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') },
      { name: 'zeros.html', content: Buffer.alloc(100) },
      { name: 'a.xlsx', content: zipOf(docxParts('')) },
      { name: '.md', content: 'x' },
      { name: '../../b.csv', content: 'a,b\n1,2' },
    ])
    expect(status).toBe(200)
    expect(
      body.data.map(({ fileName, item, error }: ImportOutcome) => [fileName, item?.title ?? error]),
    ).toEqual([
      ['a.md', 'a.md'],
      ['empty.csv', 'The file is empty.'],
      ['a.exe', wrongType],
      ['large.csv', 'The file is too large (10 MB at most).'],
      ['zeros.html', wrongContent],
      ['a.xlsx', wrongContent],
      ['.md', wrongType],
      ['b.csv', 'b.csv'],
    ])
    expect(await owner.get('GET', `/api/projects/${id}/agent/kb`)).toHaveLength(2)
    const files = await fixtures.server.app.db.company(
      owner.data.company.id,
      (sql) => sql<{ name: string }>`select name from files`,
    )
    expect(files.map(({ name }) => name).toSorted()).toEqual(['a.md', 'b.csv'])
  })

  test('is refused as a whole without files, with too many, in another field, or without a length', async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const file = { name: 'a.md', content: 'Hello' }
    const refused = async (files: UploadedPart[]) => {
      const { status, body } = await importFiles(owner, id, files)
      return [status, body.message]
    }
    expect(await refused([])).toEqual([400, 'Choose at least one file'])
    expect(await refused(Array.from({ length: 11 }, () => file))).toEqual([
      400,
      'Import up to 10 files at a time.',
    ])
    expect(await refused([file, { ...file, field: 'file' }])).toEqual([400, 'Choose at least one file'])
    const chunked = await fetch(`${fixtures.server.url}/api/projects/${id}/agent/import/files`, {
      method: 'POST',
      body: new Blob(['--a--']).stream(),
      headers: {
        authorization: `Bearer ${owner.tokens.accessToken}`,
        'content-type': 'multipart/form-data; boundary=a',
      },
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(411)
    expect(await owner.get('GET', `/api/projects/${id}/agent/kb`)).toEqual([])
  })

  test("into another company's project is not found, and needs a permission", async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const other = await fixtures.signUp()
    const file = { name: 'a.md', content: 'Hello' }
    expect((await importFiles(other, id, [file])).status).toBe(404)
    expect((await importFiles(owner, id, [file], 'wrong')).status).toBe(401)
    const agent = await fixtures.joined(owner, 'Agent')
    expect((await importFiles(agent, id, [file])).status).toBe(200)
    const items = await waitUntil(
      () => owner.get('GET', `/api/projects/${id}/agent/kb`),
      (seen) => seen.length === 1,
    )
    expect(items).toMatchObject([{ title: 'a.md' }])
  })
})
