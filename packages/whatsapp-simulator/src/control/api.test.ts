import { get, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usualRules } from '../linking-rules'
import { startSimulator } from '../simulator'
import { makeCompanion } from '../testing/companion'
import { aLinkedTestApp, aTestApp, MARINA, SHOP } from '../testing/fixture'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('with a linked number', () => {
  let testApp: Awaited<ReturnType<typeof aLinkedTestApp>>
  let call: ReturnType<typeof caller>

  beforeEach(async () => {
    testApp = await aLinkedTestApp({ productUrl: 'http://127.0.0.1:8080/' })
    call = caller(testApp.simulator.pageUrl)
  })

  afterEach(() => testApp.end())

  it('lists phones and contacts, and creates new ones', async () => {
    await call('POST', '/contacts', { phone: '+55 51 98888-7777', name: 'Bruno' })
    await call('POST', '/phones', { phone: '555130250000', name: 'Filial' })

    expect((await call('GET', '/phones')).body).toMatchObject([
      { phone: SHOP, name: 'Casa Ipê Móveis', devices: [1], online: true },
      { phone: '555130250000', devices: [], online: false },
    ])
    expect((await call('GET', '/contacts')).body).toMatchObject([
      { phone: MARINA },
      { phone: '5551988887777' },
    ])
    expect((await call('GET', '/settings')).body).toEqual({ productUrl: 'http://127.0.0.1:8080/' })
  })

  it('sends as a contact, shows ticks, counts stanzas and displays separately, and marks read', async () => {
    const { product, simulator } = testApp
    const arriving = product.message('API1')
    await call('POST', `/contacts/${MARINA}/messages`, { to: SHOP, text: 'oi', id: 'API1' })
    const { key } = await arriving
    await product.socket.readMessages([key])
    const sent = await product.socket.sendMessage(testApp.marina.jid, { text: 'olá' })
    await simulator.until(
      'both',
      () => testApp.marina.chat(SHOP).length === 2 && testApp.marina.chat(SHOP)[0]?.tick === 'read',
    )

    const chat = await call('GET', `/contacts/${MARINA}/chat?with=${SHOP}`)
    const received = await call('GET', `/contacts/${MARINA}/received?with=${SHOP}`)
    const read = await call('POST', `/contacts/${MARINA}/read`, { to: SHOP })

    expect(chat.body).toMatchObject({
      typing: false,
      messages: [
        { id: 'API1', from: 'contact', text: 'oi', tick: 'read' },
        { from: 'shop', text: 'olá', readByContact: false },
      ],
    })
    expect(received.body).toMatchObject([{ id: sent?.key.id, stanzas: 1, displays: 1, refusedCounters: 0 }])
    expect(read.body).toEqual({ read: [sent?.key.id] })
  })

  it('sends a picture, which the page can fetch as an image that never executes', async () => {
    const arriving = testApp.product.message('PIC1')
    await call('POST', `/contacts/${MARINA}/messages`, {
      to: SHOP,
      id: 'PIC1',
      picture: PIXEL,
      mimetype: 'image/png',
    })
    await arriving
    const { body } = await call('GET', `/contacts/${MARINA}/chat?with=${SHOP}`)

    const picture = await call('GET', body.messages[0].pictureUrl)

    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(picture.bytes.toString('base64')).toBe(PIXEL)
  })

  it('sends every kind as a contact, and changes sent messages', async () => {
    const say = (body: object) => call('POST', `/contacts/${MARINA}/messages`, { to: SHOP, ...body })
    await say({ id: 'T1', text: 'às 14h' })
    await say({ voice: Buffer.from('OggS…').toString('base64'), seconds: 3 })
    await say({ document: Buffer.from('%PDF').toString('base64'), fileName: 'nota.pdf', pages: 3 })
    await say({ location: { latitude: -30, longitude: -51, name: 'Loja' } })
    await say({ contacts: [{ name: 'Bia', phone: '5551977770001' }] })
    await say({ text: 'Que dia?', choices: ['sábado', 'domingo'] })
    await call('POST', `/contacts/${MARINA}/edit`, { to: SHOP, id: 'T1', text: 'às 15h' })
    await call('POST', `/contacts/${MARINA}/react`, { to: SHOP, id: 'T1', emoji: '👍' })
    const rung = await call('POST', `/contacts/${MARINA}/call`, { to: SHOP, video: true, end: 'timeOut' })
    const preview = { link: 'loja.com.br', title: 'Loja', picture: PIXEL }
    await say({ text: 'Veja loja.com.br', preview })
    const refused = await say({ voice: 'T2dnUw==', mimetype: 'text/html' })
    const untitled = await say({ text: 'Veja loja.com.br', preview: { link: 'loja.com.br' } })

    const { body } = await call('GET', `/contacts/${MARINA}/chat?with=${SHOP}`)
    const voice = await call('GET', body.messages[1].fileUrl)

    expect(body.messages).toMatchObject([
      { text: 'às 15h', edited: true, reactions: { contact: '👍' } },
      { kind: 'voice', seconds: 3 },
      { kind: 'document', text: 'nota.pdf' },
      { kind: 'location', latitude: -30, longitude: -51 },
      { kind: 'contacts', text: 'Bia' },
      { kind: 'poll' },
      { kind: 'call', video: true, callEnd: 'timeOut' },
      { text: 'Veja loja.com.br' },
    ])
    expect(voice.headers.get('content-type')).toBe('audio/ogg')
    expect(rung.body.id).toMatch(/^[0-9A-F]{32}$/)
    expect([refused.status, untitled.status]).toEqual([400, 400])
  })

  it('creates a group, writes to it, and shows it on the phone of each member', async () => {
    await call('POST', '/contacts', { phone: '5551988887777', name: 'Bruno' })
    const members = [MARINA, '5551988887777', SHOP]
    const { body: group } = await call('POST', '/groups', { subject: 'Obra', members })

    await call('POST', `/contacts/${MARINA}/messages`, { to: SHOP, group: group.jid, text: 'oi, grupo' })
    const { body } = await call('GET', `/contacts/5551988887777/chat?with=${SHOP}&group=${group.jid}`)

    expect((await call('GET', '/groups')).body).toEqual([{ jid: group.jid, subject: 'Obra', members }])
    expect(body.messages).toMatchObject([{ text: 'oi, grupo', author: MARINA }])
  })

  it('renames a group, and deletes and reacts on the phone of each member', async () => {
    await call('POST', '/contacts', { phone: '5551988887777', name: 'Bruno' })
    const members = [MARINA, '5551988887777', SHOP]
    const { body: group } = await call('POST', '/groups', { subject: 'Obra', members })
    const say = (id: string) =>
      call('POST', `/contacts/${MARINA}/messages`, { to: SHOP, group: group.jid, text: 'oi', id })
    await say('G1')
    await say('G2')

    const renamed = await call('POST', `/groups/${encodeURIComponent(group.jid)}/rename`, {
      by: MARINA,
      subject: 'Obra nova',
    })
    await call('POST', `/contacts/${MARINA}/delete`, { to: SHOP, group: group.jid, id: 'G1' })
    await call('POST', `/contacts/5551988887777/react`, { to: SHOP, group: group.jid, id: 'G2', emoji: '👍' })
    const { body: chats } = await call('GET', '/contacts/5551988887777/chats')
    const { body: shown } = await call('GET', `/contacts/${MARINA}/chat?with=${SHOP}&group=${group.jid}`)
    const { body: atShop } = await call('GET', `/phones/${SHOP}/chat?with=${group.jid}`)

    expect(renamed.body).toMatchObject({ subject: 'Obra nova' })
    expect(chats).toMatchObject([{ name: 'Obra nova', group: group.jid, members }, { key: SHOP }])
    expect(shown.messages).toMatchObject([{ deleted: true }, { reactions: { contact: '👍' } }])
    expect(atShop.messages).toMatchObject([{ id: 'G1' }, { id: 'G2', text: 'oi' }])
    expect((await call('POST', '/groups/none@g.us/rename', { by: MARINA, subject: 'x' })).status).toBe(404)
  })

  it('lists the conversations of each phone with the last message and the unread count', async () => {
    const { product, simulator } = testApp
    await product.socket.sendMessage(testApp.marina.jid, { text: 'olá' })
    await simulator.until('there', () => testApp.marina.chat(SHOP).length === 1)

    const unread = await call('GET', `/contacts/${MARINA}/chats`)
    await call('POST', `/contacts/${MARINA}/read`, { to: SHOP })
    const read = await call('GET', `/contacts/${MARINA}/chats`)
    await call('POST', `/contacts/${MARINA}/messages`, { to: SHOP, text: 'oi' })
    const atShop = await call('GET', `/phones/${SHOP}/chats`)

    expect(unread.body).toMatchObject([{ key: SHOP, last: { text: 'olá' }, unread: 1, typing: false }])
    expect(read.body).toMatchObject([{ unread: 0 }])
    expect(atShop.body).toMatchObject([{ key: MARINA, last: { text: 'oi' }, unread: 1 }])
  })

  it('shows the owner’s messages from the handset on the customer’s phone', async () => {
    await call('POST', `/phones/${SHOP}/messages`, { to: MARINA, text: 'do celular' })

    expect(testApp.marina.chat(SHOP)).toMatchObject([{ from: 'shop', text: 'do celular' }])
  })

  it('lets a call ring until a person ends it, once', async () => {
    const { body } = await call('POST', `/contacts/${MARINA}/call`, { to: SHOP, end: 'later' })

    expect(testApp.marina.chat(SHOP)).toEqual([])
    expect((await call('POST', `/calls/${body.id}/end`, { end: 'explode' })).status).toBe(400)
    expect((await call('POST', `/calls/${body.id}/end`, { end: 'refuse' })).status).toBe(200)
    expect((await call('POST', `/calls/${body.id}/end`, { end: 'answer' })).status).toBe(404)
    expect(testApp.marina.chat(SHOP)).toMatchObject([{ kind: 'call', callEnd: 'refuse' }])
  })

  it('serves a part of a file to a player that requests it', async () => {
    await call('POST', `/contacts/${MARINA}/messages`, { to: SHOP, picture: PIXEL })
    const { pictureUrl } = (await call('GET', `/contacts/${MARINA}/chat?with=${SHOP}`)).body.messages[0]

    const part = await fetch(new URL(pictureUrl, testApp.simulator.pageUrl), {
      headers: { range: 'bytes=1-3' },
    })

    expect(part.status).toBe(206)
    expect(await part.text()).toBe('PNG')
    expect(part.headers.get('content-range')).toMatch(/^bytes 1-3\/\d+$/)
  })

  it('restarts: conversations, devices and faults are deleted, people stay', async () => {
    await call('POST', `/contacts/${MARINA}/messages`, { to: SHOP, text: 'oi' })
    const closed = testApp.product.closes()

    await call('POST', '/restart', {})

    expect(await closed).toBe(401)
    expect((await call('GET', '/phones')).body).toMatchObject([{ phone: SHOP, devices: [], online: false }])
    expect((await call('GET', `/contacts/${MARINA}/chats`)).body).toMatchObject([{ last: null, unread: 0 }])
  })

  it('drops the connection and causes other faults', async () => {
    const closed = testApp.product.closes()
    await call('POST', `/phones/${SHOP}/drop`, {})
    expect(await closed).toBe(428)

    expect((await call('POST', `/phones/${SHOP}/faults`, { kind: 'slow', milliseconds: 10 })).status).toBe(
      200,
    )
    expect((await call('POST', `/phones/${SHOP}/faults`, { kind: 'earthquake' })).status).toBe(400)
    expect((await call('GET', '/stats')).body).toMatchObject({ unknown: [], errors: [], refusedCounters: 0 })
  })

  it('returns the keys to trust', async () => {
    expect((await call('GET', '/trust')).body).toEqual({
      url: testApp.simulator.url,
      noiseRootPublicKey: testApp.simulator.noiseRootPublicKey.toString('base64'),
      mediaCertificate: expect.stringContaining('BEGIN CERTIFICATE'),
      mediaHost: expect.stringMatching(/^localhost:\d+$/),
      graph: { url: testApp.simulator.graph.url, mediaHost: testApp.simulator.graph.mediaHost },
    })
  })

  it('streams events without the text of any message', async () => {
    const events = await new Promise<NodeJS.ReadableStream>((resolve) =>
      get(`${testApp.simulator.pageUrl}events`, resolve),
    )
    let streamed = ''
    events.setEncoding('utf8')
    const seen = new Promise<void>((resolve) => {
      events.on('data', (part) => {
        streamed += part
        if (streamed.includes('event: chat')) resolve()
      })
    })

    await testApp.marina.sendText(SHOP, 'segredo da Marina')
    await seen

    expect(streamed).toContain('"tag":"message"')
    expect(streamed).not.toContain('segredo')
  })
})

it('scans the held-up code or the pasted one, and reports why it failed', async () => {
  const testApp = await aTestApp()
  const call = caller(testApp.simulator.pageUrl)
  const product = makeCompanion(testApp.simulator)
  const qr = await product.received('connection.update', (update) => update.qr)
  expect(await call('POST', `/phones/${SHOP}/scan`, {})).toMatchObject({
    status: 409,
    body: { error: /held up/ },
  })
  expect((await call('POST', `/phones/${SHOP}/scan`, { qr: 'x#a,b,c,d,e' })).status).toBe(409)

  await call('POST', '/qrs', { qr })

  expect((await call('GET', '/waiting')).body).toMatchObject([{ wants: 'qr', qr }])
  expect((await call('POST', `/phones/${SHOP}/scan`, {})).body).toMatchObject({ phone: SHOP, devices: [1] })
  await testApp.end()
})

describe('rules for linking', () => {
  let testApp: Awaited<ReturnType<typeof aTestApp>>
  let call: ReturnType<typeof caller>

  beforeEach(async () => {
    testApp = await aTestApp({ linking: usualRules })
    call = caller(testApp.simulator.pageUrl)
  })

  afterEach(() => testApp.end())

  it('returns the rules, changes the named ones and retains the others', async () => {
    const before = await call('GET', '/linking')

    const changed = await call('POST', '/linking', { refresh: 1, knownName: false })

    expect(before.body).toEqual(usualRules)
    expect(changed.body).toEqual({ ...usualRules, refresh: 1, knownName: false })
    expect((await call('GET', '/linking')).body).toEqual(changed.body)
    expect(testApp.simulator.linkingRules).toEqual(changed.body)
  })

  it('resets changed rules at a restart', async () => {
    await call('POST', '/linking', { passkey: true })

    await call('POST', '/restart', {})

    expect((await call('GET', '/linking')).body).toEqual(usualRules)
  })

  it.each([
    ['an unknown rule', { moonPhase: true }, 'no rule is called moonPhase'],
    ['a rule that every object has', { toString: true }, 'no rule is called toString'],
    ['a number for a switch', { passkey: 1 }, 'passkey must be true or false'],
    ['a switch for a number', { refresh: true }, 'refresh must be a whole number'],
    ['a negative number', { refresh: -1 }, 'refresh must be a whole number'],
    ['a fraction', { refuseLetters: 400.5 }, 'refuseLetters must be a whole number'],
  ])('refuses %s, and changes nothing', async (_, rules, error) => {
    const refused = await call('POST', '/linking', { withdrawLetters: true, ...rules })

    expect(refused).toMatchObject({ status: 400, body: { error } })
    expect((await call('GET', '/linking')).body).toEqual(usualRules)
  })
})

it('names the version of WhatsApp Web in its service worker, as the real one does', async () => {
  const testApp = await aTestApp()
  testApp.simulator.webRevision = 1_047_000_001

  const script = await caller(testApp.simulator.pageUrl)('GET', '/sw.js')

  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(script.bytes.toString()).toContain('"client_revision":1047000001')
  await testApp.end()
})

describe('access checks', () => {
  it('reports that its port is taken', async () => {
    const testApp = await aTestApp()
    const port = Number(new URL(testApp.simulator.pageUrl).port)

    await expect(startSimulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await testApp.end()
  })

  it('refuses to listen on other hosts', async () => {
    await expect(startSimulator({ host: '0.0.0.0' })).rejects.toThrow('127.0.0.1 only')
  })

  it('refuses host names that only resolve here, other origins, and anything but JSON', async () => {
    const testApp = await aTestApp()
    const url = testApp.simulator.pageUrl
    const json = { 'content-type': 'application/json' }

    expect(await statusOf(url, 'GET', '/phones', { host: 'evil.example' })).toBe(403)
    expect(await statusOf(url, 'POST', '/contacts', { ...json, origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf(url, 'POST', '/linking', { ...json, origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf(url, 'POST', '/contacts', { 'content-type': 'text/plain' })).toBe(415)
    expect(await statusOf(url, 'POST', '/contacts', json)).toBe(400)
    expect(await statusOf(url, 'GET', '/nothing', {})).toBe(404)
    await testApp.end()
  })

  it('refuses sockets under another host name', async () => {
    const testApp = await aTestApp()
    const upgrade = {
      host: 'evil.example',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }

    expect(await statusOf(testApp.simulator.pageUrl, 'GET', '/ws/chat', upgrade)).toBe(401)
    await testApp.end()
  })

  it('serves the page with a policy that blocks other origins', async () => {
    const testApp = await aTestApp()
    const call = caller(testApp.simulator.pageUrl)

    const page = await call('GET', '/')

    expect(page.bytes.toString()).toContain('Telefones do simulador')
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/)
    for (const file of ['page.css', 'phones.js', 'control.js', 'texts.js', 'camera.js', 'icon.svg']) {
      expect((await call('GET', `/${file}`)).status).toBe(200)
    }
    for (const path of ['/../cli.ts', '/%2e%2e/cli.js', '/nothing.js'])
      expect((await call('GET', path)).status).toBe(404)
    await testApp.end()
  })
})

function caller(pageUrl: string) {
  return async (method: string, path: string, body?: object) => {
    const init = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
    const response = await fetch(new URL(path, pageUrl), { method, ...init })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : undefined,
    }
  }
}

/** `fetch` does not let a test forge the Host header; this function does. */
function statusOf(
  pageUrl: string,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, pageUrl), { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}
