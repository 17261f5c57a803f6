import { describe, expect, test } from 'vitest'
import { createFixtures, createPublishedProject } from '../../test/fixtures/fixtures.ts'

const fixtures = createFixtures()

describe('a project', () => {
  test('starts as a draft with a widget config and without a template', async () => {
    const owner = await fixtures.signUp()
    const { status, body } = await owner.call('POST', '/api/projects', {
      name: '  Shop ',
      description: ' Tents and more ',
      websiteUrl: 'https://shop.example.com',
      isPublished: true,
      publicKey: 'mine',
      companyId: 'x',
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      _id: expect.any(String),
      id: body.data._id,
      name: 'Shop',
      description: 'Tents and more',
      websiteUrl: 'https://shop.example.com',
      isPublished: false,
      publishedAt: null,
      templateKey: null,
      templateVersion: null,
      publicKey: expect.stringMatching(/^pk_[0-9a-f]{32}$/),
      widgetConfigId: expect.any(String),
      faqEnabled: false,
      hasUnpublishedChanges: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
    })
    expect((await owner.get('GET', `/api/projects/${body.data.id}`)).name).toBe('Shop')
  })

  test('whose name ends with an emoji at the limit of the chat name is created', async () => {
    const owner = await fixtures.signUp()
    const name = `${'x'.repeat(59)}😀`
    const { status, body } = await owner.call('POST', '/api/projects', { name })
    expect(status).toBe(201)
    expect(body.data.name).toBe(name)
    const widget = await owner.get('GET', `/api/widget/${body.data.widgetConfigId}`)
    expect(widget.brand.chatName).toBe('x'.repeat(59))
  })

  test('is listed newest first', async () => {
    const owner = await fixtures.signUp()
    for (const name of ['one', 'two', 'three']) await owner.get('POST', '/api/projects', { name })
    const list = await owner.get('GET', '/api/projects')
    expect(list.map((project: { name: string }) => project.name)).toEqual(['three', 'two', 'one'])
  })

  test.each([
    [{}, 'name', 'Project name is required'],
    [{ name: '   ' }, 'name', 'Project name is required'],
    [{ name: 7 }, 'name', 'Project name is required'],
    [{ name: 'x', description: 'x'.repeat(201) }, 'description', 'Use at most 200 characters'],
    [{ name: 'x', websiteUrl: 'shop' }, 'websiteUrl', 'Enter a full web address, like https://acme.com'],
    [
      { name: 'x', websiteUrl: 'javascript:alert(1)' },
      'websiteUrl',
      'Enter a full web address, like https://acme.com',
    ],
    [
      { name: 'x', websiteUrl: 'https://a@b.example' },
      'websiteUrl',
      'Enter a full web address, like https://acme.com',
    ],
  ])('is not created from %j', async (form, field, message) => {
    const owner = await fixtures.signUp()
    const { status, body } = await owner.call('POST', '/api/projects', form)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message, errors: [{ field, message }] })
  })

  test('is updated per field; an empty field becomes null', async () => {
    const owner = await fixtures.signUp()
    const { id } = await owner.get('POST', '/api/projects', { name: 'Shop', description: 'x'.repeat(200) })
    expect(await owner.get('PUT', `/api/projects/${id}`, { name: 'Store' })).toMatchObject({
      name: 'Store',
      description: 'x'.repeat(200),
    })
    expect(await owner.get('PUT', `/api/projects/${id}`, { name: 'Store', description: '' })).toMatchObject({
      description: null,
    })
  })

  test('is deleted with all its data', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner)
    const line = await (await fixtures.visitor(project.publicKey)).connect()
    await line.send('message:send', { text: 'hello', clientId: 'c' })
    expect((await owner.call('DELETE', `/api/projects/${project.id}`)).body).toEqual({
      success: true,
      data: null,
    })
    expect((await owner.call('GET', `/api/projects/${project.id}`)).status).toBe(404)
    expect((await owner.get('GET', '/api/sessions')).sessions).toEqual([])
    expect((await fixtures.call('GET', `/api/public/${project.publicKey}`)).status).toBe(404)
  })
})

describe('the widget config', () => {
  async function draft() {
    const owner = await fixtures.signUp()
    const project = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const path = `/api/widget/${project.widgetConfigId}`
    return { owner, project, path, save: (patch: object) => owner.call('PATCH', path, patch) }
  }

  test('merges concurrent updates of different fields', async () => {
    const { owner, path, save } = await draft()
    await Promise.all([
      save({ brand: { chatName: 'Helper' } }),
      save({ brand: { primaryColor: '#123456' } }),
      save({ greetings: { offline: 'Away' } }),
      save({ realtime: { preChat: { enabled: true } } }),
      save({ realtime: { preChat: { mode: 'on_demand' } } }),
    ])
    expect(await owner.get('GET', path)).toMatchObject({
      brand: { chatName: 'Helper', primaryColor: '#123456', fontColor: '#ffffff' },
      greetings: { offline: 'Away' },
      realtime: { preChat: { enabled: true, mode: 'on_demand', fields: [] } },
    })
  })

  test('keeps the chat name that it started with when the project is renamed', async () => {
    const { owner, project, path } = await draft()
    await owner.get('PUT', `/api/projects/${project.id}`, { name: 'Boats' })
    expect(await owner.get('GET', path)).toMatchObject({
      brand: { chatName: 'Shop' },
      initialChatName: 'Shop',
    })
  })

  test('has default values', async () => {
    const { owner, path } = await draft()
    expect(await owner.get('GET', path)).toMatchObject({
      template: { key: null, version: null },
      icon: { color: '#2c8ac5', position: 'bottom-right' },
      agent: { autoReply: false, autoReplyRateLimit: 10 },
      realtime: { preChat: { mode: null } },
    })
  })

  test.each([
    [{ brand: { primaryColor: 'red' } }, 'brand.primaryColor', 'Use a color like #1769a0'],
    [{ brand: { primaryColor: '#12345' } }, 'brand.primaryColor', 'Use a color like #1769a0'],
    [{ brand: { fontColor: '#fff;x:y' } }, 'brand.fontColor', 'Use a color like #1769a0'],
    [{ brand: { chatName: ' ' } }, 'brand.chatName', 'Chat name is required'],
    [
      { brand: { logoUrl: 'http://a.example/x.png' } },
      'brand.logoUrl',
      'Use an address that starts with https://',
    ],
    [
      { brand: { logoUrl: 'javascript:alert(1)' } },
      'brand.logoUrl',
      'Use an address that starts with https://',
    ],
    [{ icon: { text: 'x'.repeat(21) } }, 'icon.text', 'Use at most 20 characters'],
    [{ icon: { position: 'top' } }, 'icon.position', 'Choose bottom-left or bottom-right'],
    [{ icon: { animation: 'spin' } }, 'icon.animation', 'Choose none, pulse, bounce or shake'],
    [{ behavior: { autoOpenDelay: 61 } }, 'behavior.autoOpenDelay', 'Choose 0 to 60 seconds'],
    [{ behavior: { autoOpenDelay: -1 } }, 'behavior.autoOpenDelay', 'Choose 0 to 60 seconds'],
    [{ behavior: { autoOpenDelay: '5' } }, 'behavior.autoOpenDelay', 'Choose 0 to 60 seconds'],
    [{ behavior: { openOnLoad: 'false' } }, 'behavior.openOnLoad', 'This must be true or false'],
    [{ agent: { autoReplyRateLimit: 4 } }, 'agent.autoReplyRateLimit', 'Choose 5 to 120 seconds'],
    [{ agent: { autoReplyRateLimit: 121 } }, 'agent.autoReplyRateLimit', 'Choose 5 to 120 seconds'],
    [{ realtime: { preChat: { mode: 'never' } } }, 'realtime.preChat.mode', 'Choose on_start or on_demand'],
    [{ template: { key: 'modern' } }, 'template', 'Choose one of the published templates'],
    [{ template: { key: 'minimal', version: '9' } }, 'template', 'Choose one of the published templates'],
  ])('returns 400 for %j', async (patch, field, message) => {
    const { owner, path, save } = await draft()
    const before = await owner.get('GET', path)
    const { status, body } = await save(patch)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field, message }])
    expect(await owner.get('GET', path)).toEqual(before)
  })

  test.each([0, 60])('accepts an auto-open delay of %i seconds', async (autoOpenDelay) => {
    const { save } = await draft()
    expect((await save({ behavior: { autoOpenDelay } })).status).toBe(200)
  })

  test('ignores unknown fields', async () => {
    const { owner, path, save } = await draft()
    await save({ brand: { chatName: 'A', evil: 1 }, evil: { a: 1 }, id: 'x', projectId: 'x' })
    const text = JSON.stringify(await owner.get('GET', path))
    expect(text).not.toContain('evil')
    expect(text).not.toContain('"x"')
  })

  test('accepts any character except those that PostgreSQL cannot store', async () => {
    const { owner, path, save } = await draft()
    expect((await save({ brand: { chatName: 'A\u0000B \ud800 😀 "\'' } })).status).toBe(200)
    expect((await owner.get('GET', path)).brand.chatName).toBe('AB \ufffd 😀 "\'')
  })

  test('copies the template to the project', async () => {
    const { owner, project, save } = await draft()
    expect((await save({ template: { key: 'minimal' } })).body.data.template).toEqual({
      key: 'minimal',
      version: '1.0.0',
    })
    expect(await owner.get('GET', `/api/projects/${project.id}`)).toMatchObject({
      templateKey: 'minimal',
      templateVersion: '1.0.0',
    })
  })
})

describe('publishing', () => {
  test('requires a template', async () => {
    const owner = await fixtures.signUp()
    const project = await owner.get('POST', '/api/projects', { name: 'Shop' })
    const { status, body } = await owner.call('POST', `/api/projects/${project.id}/publish`)
    expect(status).toBe(409)
    expect(body.message).toBe('Please select a template before publishing')
    const code = await owner.call('GET', `/api/projects/${project.id}/embed-code`)
    expect(code).toMatchObject({ status: 409, body: { message: 'Publish your widget to make it live' } })
    expect((await fixtures.call('GET', `/api/public/${project.publicKey}`)).status).toBe(404)
  })

  test('creates a release that visitors see until the next one', async () => {
    const owner = await fixtures.signUp()
    const project = await createPublishedProject(owner, { brand: { chatName: 'First' } })
    expect(project).toMatchObject({
      isPublished: true,
      hasUnpublishedChanges: false,
      publishedAt: expect.any(String),
    })
    const seen = async () => (await fixtures.call('GET', `/api/public/${project.publicKey}`)).body.data
    await owner.get('PATCH', `/api/widget/${project.widgetConfigId}`, { brand: { chatName: 'Second' } })
    expect(await seen()).toMatchObject({ release: 1, config: { brand: { chatName: 'First' } } })
    expect(await owner.get('GET', `/api/projects/${project.id}`)).toMatchObject({
      hasUnpublishedChanges: true,
    })
    await owner.get('POST', `/api/projects/${project.id}/publish`)
    expect(await seen()).toMatchObject({ release: 2, config: { brand: { chatName: 'Second' } } })
    await owner.get('POST', `/api/projects/${project.id}/publish`)
    expect(await seen()).toMatchObject({ release: 2 })
  })

  test('returns one script element regardless of the project name', async () => {
    const owner = await fixtures.signUp()
    const name = '"><script>alert(1)</script> \'onload=x &amp;'
    const created = await owner.get('POST', '/api/projects', { name })
    await owner.get('PATCH', `/api/widget/${created.widgetConfigId}`, { template: { key: 'minimal' } })
    const { project, embedCode } = await owner.get('POST', `/api/projects/${created.id}/publish`)
    expect(embedCode).toBe(
      `<script src="http://localhost:3000/widgets/loader.js" data-key="${project.publicKey}" async></script>`,
    )
    expect((await owner.get('GET', `/api/projects/${created.id}/embed-code`)).embedCode).toBe(embedCode)
  })
})

test('only published templates are listed', async () => {
  const owner = await fixtures.signUp()
  const templates = await owner.get('GET', '/api/templates')
  expect(templates.map((template: { key: string }) => template.key)).toEqual(['minimal'])
  expect(await owner.get('GET', '/api/templates/minimal/latest')).toEqual({
    key: 'minimal',
    version: '1.0.0',
    bundleUrl: '/widgets/minimal-bundle.js',
    cssUrl: '/widgets/minimal-bundle.css',
  })
  for (const key of ['modern', 'nothing', '__proto__']) {
    expect((await owner.call('GET', `/api/templates/${key}/latest`)).status).toBe(404)
  }
})

test('the agent profile has default values, and updates keep omitted fields', async () => {
  const owner = await fixtures.signUp()
  const project = await owner.get('POST', '/api/projects', { name: 'Shop' })
  const path = `/api/projects/${project.id}/agent/profile`
  expect(await owner.get('GET', path)).toMatchObject({
    agentName: 'Support Assistant',
    companyName: owner.data.company.name,
    tone: 'Professional',
  })
  expect(await owner.get('PUT', path, { agentName: ' Mia ', tone: 'Friendly' })).toMatchObject({
    agentName: 'Mia',
    tone: 'Friendly',
    companyName: owner.data.company.name,
  })
  for (const bad of [
    { agentName: '' },
    { tone: 'Rude' },
    { styleGuide: 7 },
    { description: 'x'.repeat(2001) },
  ]) {
    expect((await owner.call('PUT', path, bad)).status, JSON.stringify(bad)).toBe(400)
  }
})
