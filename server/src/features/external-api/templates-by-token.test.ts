import { createConnectionToken } from '@balcao/contract/connections'
import { refreshMessageTemplates } from '@balcao/contract/message-templates'
import type { ConnectionId } from '@balcao/domain/ids'
import { noTemplateValues } from '@balcao/domain/message-templates'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pdf, png } from '../../platform/files/sample-files.fixture'
import { type OfficialShop, openOfficialShop } from '../../testing/official-shop'
import type { TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because a machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

let shop: OfficialShop
let token: string
beforeAll(async () => {
  shop = await openOfficialShop()
  token = await tokenOf(shop.company, shop.connectionId)
}, 120_000)
afterAll(() => shop.close())

const tokenOf = async ({ admin }: TestCompany, connectionId: ConnectionId) =>
  (await admin.does(createConnectionToken, { params: { connectionId } })).token
const components = [
  { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
  { type: 'BODY', text: 'Olá, {{1}}! Saiu hoje.' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://loja.example/{{1}}' }] },
]
const values = { header: { 1: '77' }, body: { 1: 'Ana' }, buttons: { 0: 'p77' } }
let last = 0
const named = () => `modelo_${++last}`

async function send(sent: object, { bearer = token, key = '' } = {}) {
  const answer = await shop.testApp.app.http.inject({
    method: 'POST',
    url: '/api/messages/send',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      ...(key !== '' && { 'idempotency-key': key }),
    },
    payload: JSON.stringify(sent),
  })
  return { status: answer.statusCode, body: answer.json() }
}
async function sendForm(parts: Readonly<Record<string, string>>, files: readonly [Uint8Array, string][]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  for (const [bytes, name] of files) form.append('medias', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://balcao.test/', { method: 'POST', body: form })
  const answer = await shop.testApp.app.http.inject({
    method: 'POST',
    url: '/api/messages/send',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}
async function get(path: string, bearer = token) {
  const answer = await shop.testApp.app.http.inject({
    method: 'GET',
    url: `/api/messages/${path}`,
    headers: { authorization: `Bearer ${bearer}` },
  })
  return { status: answer.statusCode, body: answer.json() }
}
const reasonOf = ({ body }: { body: { error?: string; data?: { what?: string; field?: string } } }) => [
  body.error,
  body.data?.what ?? body.data?.field,
]
const countMessages = () => shop.testApp.table('messages').count({ from_me: true })

describe('a call with a template', () => {
  it('reaches the phone after the window, by name and language or by id', async () => {
    const ana = await shop.customer('Ana')
    const template = await shop.template(named(), components)
    const { name, language } = template
    await ana.closeWindow()

    const free = await send({ number: ana.number, body: 'Saiu hoje' })
    const byName = await send({ number: ana.number, template: { name, language, values } })
    const byId = await send({ number: ana.number, template: { id: template.id, values } })

    expect(reasonOf(free)).toEqual(['ERR_WAPP_MSG_WINDOW_CLOSED', undefined])
    expect([byName.status, byId.status]).toEqual([200, 200])
    await until('both came', () => ana.seen().length === 2)
    expect(
      ana.seen().map(({ kind, header, text, buttons }) => [kind, header, text, buttons[0]?.url]),
    ).toEqual(Array(2).fill(['template', 'Pedido 77', 'Olá, Ana! Saiu hoje.', 'https://loja.example/p77']))
    const stored = await shop.testApp
      .table('messages')
      .find({ id: byName.body.messageId }, ['body', 'origin', 'connection_id'])
    expect(stored).toEqual([
      {
        body: 'Pedido 77\n\nOlá, Ana! Saiu hoje.\n\nVer: https://loja.example/p77',
        ...{ origin: 'api', connection_id: shop.connectionId },
      },
    ])
  })

  it('reaches a number that never wrote', async () => {
    const { name, language } = await shop.template(named(), components)

    const { status, body } = await send({ number: '5511933332222', template: { name, language, values } })

    expect(status).toBe(200)
    expect(await shop.testApp.table('messages').find({ id: body.messageId }, ['origin'])).toEqual([
      { origin: 'api' },
    ])
  })

  it('that is repeated with its key sends once; the key with other values is refused', async () => {
    const ana = await shop.customer('Ana')
    const { name, language } = await shop.template(named(), components)
    const sent = { number: ana.number, template: { name, language, values } }
    const before = await countMessages()

    const answers = await Promise.all(Array.from({ length: 20 }, () => send(sent, { key: 'pedido-77' })))
    const other = { name, language, values: { ...values, body: { 1: 'Bia' } } }
    const changed = await send({ ...sent, template: other }, { key: 'pedido-77' })
    const asText = await send({ number: ana.number, body: 'Oi' }, { key: 'pedido-77' })

    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveProperty(
      'size',
      1,
    )
    expect(answers[0]?.status).toBe(200)
    expect([changed, asText].map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([409, 'ERR_IDEMPOTENCY_KEY_REUSED']),
    )
    expect(await countMessages()).toBe(before + 1)
    await until('it came', () => ana.seen().length === 1)
  })

  it('takes the file of its header from the form, and no other', async () => {
    const ana = await shop.customer('Ana')
    const { name, language } = await shop.template(named(), [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'Segue a nota, {{1}}. Obrigada.' },
    ])
    const picture = await shop.template(named(), [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Veja.' },
    ])
    const template = JSON.stringify({ name, language, values: { body: { 1: 'Ana' } } })
    const { number } = ana
    const one: readonly [Uint8Array, string] = [pdf, 'nota.pdf']

    const sent = await sendForm({ number, template }, [[...one]])
    const two = await sendForm({ number, template }, [[...one], [...one]])
    const none = await sendForm({ number, template }, [])
    const wrong = await sendForm({ number, template: JSON.stringify({ id: picture.id }) }, [
      [pdf, 'nota.pdf'],
    ])
    const broken = await sendForm({ number, template: '{' }, [[await png(), 'foto.png']])

    expect(sent.status).toBe(200)
    expect([two, none, wrong, broken].map(reasonOf)).toEqual([
      ['ERR_TEMPLATE_SEND', 'file-none'],
      ['ERR_TEMPLATE_SEND', 'file-missing'],
      ['ERR_TEMPLATE_SEND', 'file-kind'],
      ['ERR_VALIDATION', 'template'],
    ])
    await until('it came', () => ana.seen().length === 1)
    expect(ana.seen()[0]?.media?.equals(Buffer.from(pdf))).toBe(true)
  })

  it('is refused for a template that can not be sent, and stores nothing', async () => {
    const ana = await shop.customer('Ana')
    const good = await shop.template(named(), components)
    const { language } = good
    const paused = await shop.template(named(), components)
    await paused.pause()
    const gone = await shop.template(named(), components)
    await gone.vanish()
    const pending = await shop.template(named(), components, { status: 'PENDING' })
    const second = await shop.company.connection('Segundo', [], 'cloud')
    const elsewhere = { bearer: await tokenOf(shop.company, second) }
    const stranger = await shop.testApp.company()
    const theirs = { bearer: await tokenOf(stranger, await stranger.connection('Loja', [], 'cloud')) }
    const { number } = ana
    const before = await countMessages()
    const key = { key: 'sempre a mesma' }

    const refused = [
      await send({ number, template: { name: paused.name, language, values } }, key),
      await send({ number, template: { name: gone.name, language, values } }, key),
      await send({ number, template: { name: pending.name, language, values } }, key),
      await send({ number, template: { name: good.name, language: 'en', values } }, key),
      await send({ number, template: { name: good.name, language, values: noTemplateValues } }, key),
      await send({ number, template: { name: good.name, language, values }, body: 'Oi' }, key),
      await send({ number, template: { name: good.name } }, key),
      await send({ number, template: { id: good.id, values } }, elsewhere),
      await send({ number, template: { name: good.name, language, values } }, elsewhere),
    ]
    const ofStranger = await send({ number, template: { id: good.id, values } }, theirs)

    expect(refused.map(reasonOf)).toEqual([
      ['ERR_TEMPLATE_SEND', 'status'],
      ['ERR_NO_TEMPLATE_FOUND', undefined],
      ['ERR_TEMPLATE_SEND', 'status'],
      ['ERR_NO_TEMPLATE_FOUND', undefined],
      ['ERR_TEMPLATE_SEND', 'value-missing'],
      ['ERR_VALIDATION', 'body'],
      ['ERR_VALIDATION', 'template.name'],
      ['ERR_TEMPLATE_SEND', 'connection'],
      ['ERR_NO_TEMPLATE_FOUND', undefined],
    ])
    expect(ofStranger.status).toBeGreaterThanOrEqual(400)
    expect(await countMessages()).toBe(before)
    expect(await shop.testApp.table('api_sends').count({ idempotency_key: key.key })).toBe(0)
  })
})

describe('what a program can ask', () => {
  it('the templates of its connection, with the variables to fill', async () => {
    const name = named()
    await shop.template(name, components)
    const other = await shop.company.connection('Terceiro', [], 'cloud')

    const { status, body } = await get('templates')
    const elsewhere = await get('templates', await tokenOf(shop.company, other))

    expect(status).toBe(200)
    expect(body.templates).toContainEqual({
      id: expect.any(Number),
      name,
      ...{ language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', isSendable: true, header: 'text' },
      body: 'Olá, {{1}}! Saiu hoje.',
      variables: [
        { part: 'header', key: '1' },
        { part: 'body', key: '1' },
        { part: 'buttons', key: '0' },
      ],
    })
    expect(elsewhere.body).toEqual({ templates: [] })
  })

  it('whether the window of a number is open', async () => {
    const ana = await shop.customer('Ana')
    const phone = await tokenOf(shop.company, await shop.company.connection('Celular'))

    const open = await get(`reply-window?number=${ana.number}`)
    const stranger = await get('reply-window?number=5511900000000')
    const always = await get('reply-window?number=5511900000000', phone)
    await ana.closeWindow()
    const closed = await get(`reply-window?number=${ana.number}`)
    const masked = await get('reply-window?number=988887777')

    expect(open.body).toEqual({ isOpen: true, closesAt: expect.any(String) })
    expect(stranger.body).toEqual({ isOpen: false, closesAt: null })
    expect(always.body).toEqual({ isOpen: true, closesAt: null })
    expect(closed.body).toEqual({ isOpen: false, closesAt: expect.any(String) })
    expect(reasonOf(masked)).toEqual(['ERR_VALIDATION', 'number'])
  })

  it('only with the token of a connection', async () => {
    for (const path of ['templates', 'reply-window?number=5511900000000'])
      expect((await get(path, shop.admin.token)).body.error).toBe('ERR_API_TOKEN')
    const refreshed = await shop.admin.call(refreshMessageTemplates, {
      body: { connectionId: shop.connectionId },
    })
    expect(refreshed.status).toBe(200)
  })
})
