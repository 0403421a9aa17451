import { randomUUID } from 'node:crypto'
import {
  cancelCampaign,
  createCampaign,
  estimateCampaign,
  getCampaign,
  getCampaignFigures,
  restartCampaign,
  startCampaign,
  updateCampaign,
} from '@balcao/contract/campaigns'
import { createFileList } from '@balcao/contract/file-lists'
import { refreshMessageTemplates } from '@balcao/contract/message-templates'
import type { CampaignId, ConnectionId, MessageTemplateId, WhatsappMessageId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pdf, png } from '../../platform/files/sample-files.fixture'
import { like } from '../../platform/testing/table-rows'
import { makeOfficial, type PlayedMeta, playedMeta } from '../../testing/played-meta'
import { postForm } from '../../testing/post-form'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { metaAccountChanged } from '../official-numbers/official-numbers.hooks'
import { aCampaignDesk, type CampaignDesk } from './testing/campaign-desk'

let testApp: TestApp
let meta: PlayedMeta
let desk: CampaignDesk
let official: ConnectionId
let accountId: string
beforeAll(async () => {
  meta = playedMeta()
  testApp = await openOwnTestApp({ templatesApi: meta }) // an API of Meta
}, 60_000)
beforeEach(async () => {
  desk = await aCampaignDesk(testApp)
  await desk.pace(0, 0, 0)
  official = await desk.connected('Oficial')
  accountId = await makeOfficial(testApp, desk.company, official)
})
afterAll(() => testApp.close())

const greeting = [{ type: 'BODY', text: 'Olá, {{1}}! Sofás com 20% até sábado.' }]
const withPicture = [{ type: 'HEADER', format: 'IMAGE' }, ...greeting]
const values = { header: {}, body: { 1: '{{firstName}}' }, buttons: {} }
const templateNamed = async (name: string, more: Parameters<PlayedMeta['has']>[1] | object = {}) => {
  const told = meta.has(accountId, { name, components: greeting, ...more })
  const { templates } = await desk.admin.does(refreshMessageTemplates, { body: { connectionId: official } })
  const found = templates.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no template ${name}`)
  return { templateId: found.id, values, metaId: told.metaId }
}
const news = (metaId: string, event: string) =>
  testApp.app.workplace.withCompany({ kind: 'system', name: 'webhook', companyId: desk.company.id }, (work) =>
    work.runHook(metaAccountChanged, {
      connectionId: official,
      change: {
        accountId,
        field: 'message_template_status_update',
        value: { event, message_template_id: Number(metaId), reason: 'NONE' },
        at: null,
      },
    }),
  )
const at = (campaignId: CampaignId) => ({ params: { campaignId } })
const whatOf = ({ error, body }: { error: unknown; body: unknown }) => [
  error,
  (body as { data?: { what?: string } }).data?.what,
]
const shown = (id: CampaignId, person: Person = desk.admin) => person.does(getCampaign, at(id))
/** Sessions end within the hours that pass. */
const stored = (id: CampaignId) => testApp.table('campaigns').find({ id }, ['status', 'failure'])
/** As `desk.runOut`, without acks for what was sent before. */
const continues = async () => {
  const known = new Set((await desk.sent()).map(({ id }) => id))
  for (let looks = 0; looks < 12; looks++) {
    await desk.look()
    const fresh = (await desk.sent()).filter(({ id }) => !known.has(id))
    for (const { id } of fresh) known.add(id)
    await desk.ticks(fresh)
    testApp.pass(1)
  }
}
const officialCampaign = (template: { templateId: MessageTemplateId; values: object }, more: object = {}) =>
  desk.campaign({
    message1: '',
    over: official,
    template: { templateId: template.templateId, values: template.values },
    ...more,
  })
const start = (id: CampaignId) => desk.admin.call(startCampaign, at(id))
const answers = (number: string) =>
  desk.company.tells(official, {
    kind: 'message',
    id: `wamid.${randomUUID()}` as WhatsappMessageId,
    chat: { kind: 'person', phone: number, lid: null },
    author: null,
    fromMe: false,
    pushName: null,
    sentAt: testApp.now(),
    quotedId: null,
    content: { kind: 'text', text: 'sim' },
    replyUntil: new Date(testApp.now().getTime() + 24 * 3_600_000),
  })
const learns = (number: string, userId: string) =>
  desk.company.tells(official, {
    kind: 'identity',
    person: { kind: 'person', phone: number, lid: null, userId },
  })
const bodies = async () => (await desk.sent(official)).map(({ body }) => body)

describe('a template in a campaign', () => {
  it('each contact gets it filled, without any text of the campaign', async () => {
    const template = await templateNamed('promocao')
    const list = await desk.list([{ name: 'Ana Lima' }, { name: 'Bia Souza' }])
    const id = await officialCampaign(template, { list })
    await desk.admin.does(startCampaign, at(id))

    await desk.runOut()

    expect(await bodies()).toEqual([
      'Olá, Ana! Sofás com 20% até sábado.',
      'Olá, Bia! Sofás com 20% até sábado.',
    ])
    const toAna = { company_id: desk.company.id, body: like('Olá, Ana!%') }
    const { interactive } = await testApp.table('messages').get(toAna, ['interactive'])
    expect(interactive).toEqual({
      template: {
        name: 'promocao',
        language: 'pt_BR',
        components: [{ part: 'body', values: [{ text: 'Ana' }] }],
      },
    })
    expect(await shown(id)).toMatchObject({
      status: 'FINALIZADA',
      template: { templateId: template.templateId, name: 'promocao', language: 'pt_BR', values },
    })
  })

  it('values that one contact lacks, or that are too long for one, fail that contact alone', async () => {
    const template = await templateNamed('curto', {
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Para {{1}}' },
        { type: 'BODY', text: 'Seu e-mail é {{1}}.' },
      ],
    })
    const list = await desk.list([
      { name: 'Ana', email: 'ana@exemplo.com' },
      { name: 'Bia' },
      { name: 'C'.repeat(70), email: 'c@exemplo.com' },
      { name: 'Davi', email: 'davi@exemplo.com' },
    ])
    const choice = { ...template, values: { header: { 1: '{nome}' }, body: { 1: '{email}' }, buttons: {} } }
    const id = await officialCampaign(choice, { list })
    await desk.admin.does(startCampaign, at(id))

    await desk.runOut()

    expect((await desk.states(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['failed', 'ERR_TEMPLATE_SEND_value-missing'],
      ['failed', 'ERR_TEMPLATE_SEND_too-long'],
      ['sent', null],
    ])
    expect(await desk.status(id)).toBe('FINALIZADA')
  })

  it('with confirmation it is the question, and the message follows the answer as a free text', async () => {
    const template = await templateNamed('pergunta')
    const list = await desk.list([{ name: 'Ana Lima', number: desk.newNumber() }])
    const id = await officialCampaign(template, { list, confirmation: true, message1: 'Aqui está, {nome}.' })
    await desk.admin.does(startCampaign, at(id))
    await desk.runOut()
    expect(await bodies()).toEqual(['Olá, Ana! Sofás com 20% até sábado.'])

    const [{ number } = { number: '' }] = await desk.states(id)
    await answers(number)
    await desk.runOut()

    expect((await bodies())[1]).toBe('Aqui está, Ana Lima.')
    expect(await desk.status(id)).toBe('FINALIZADA')
  })

  it('an answer whose window has closed before the message goes fails the contact with that reason', async () => {
    const template = await templateNamed('tarde')
    const list = await desk.list([{ number: desk.newNumber() }])
    const id = await officialCampaign(template, { list, confirmation: true, message1: 'Aqui está.' })
    await desk.admin.does(startCampaign, at(id))
    await desk.runOut()
    const [{ number } = { number: '' }] = await desk.states(id)
    await answers(number)
    const windows = testApp.table('reply_windows')
    await windows.update({ company_id: desk.company.id }, { closes_at: testApp.now() })

    await desk.runOut()

    expect(await desk.states(id)).toMatchObject([{ state: 'failed', reason: 'ERR_WAPP_MSG_WINDOW_CLOSED' }])
  })

  it('the campaign’s file is the header’s; one without such a header goes with the later message', async () => {
    const picture = await templateNamed('foto', { components: withPicture })
    const id = await officialCampaign(picture, { list: await desk.list(1) })
    const attach = (file: Buffer, name: string) =>
      postForm(testApp, desk.admin, `/campaigns/${id}/media-upload`, [['file', file, name]])
    expect(whatOf(await start(id))).toEqual(['ERR_TEMPLATE_SEND', 'file-missing'])
    await attach(pdf, 'tabela.pdf')
    expect(whatOf(await start(id))).toEqual(['ERR_TEMPLATE_SEND', 'file-kind'])
    await attach(await png(), 'sofa.png')
    await desk.admin.does(startCampaign, at(id))
    await desk.runOut()
    expect((await desk.sent(official)).map(({ file }) => file)).toEqual(['sofa.png'])

    const plain = await templateNamed('sem_foto')
    const asked = await officialCampaign(plain, {
      list: await desk.list([{ number: desk.newNumber() }]),
      confirmation: true,
      message1: 'A foto:',
    })
    await postForm(testApp, desk.admin, `/campaigns/${asked}/media-upload`, [
      ['file', await png(), 'depois.png'],
    ])
    await desk.admin.does(startCampaign, at(asked))
    await desk.runOut()
    const [{ number } = { number: '' }] = await desk.states(asked)
    await answers(number)
    await desk.runOut()
    expect((await desk.sent(official)).map(({ file }) => file)).toEqual(['sofa.png', null, 'depois.png'])
  })
})

describe('the checks', () => {
  it('refuse at saving what no contact could get', async () => {
    const { templateId } = await templateNamed('conferido')
    const paused = await templateNamed('em_pausa', { status: 'PAUSED' })
    const files = await desk.admin.does(createFileList, { body: { name: 'Catálogos', message: 'Novos' } })
    const stranger = await testApp.company()
    const list = await desk.list(1)
    const save = async (template: object, more: object = {}, person = desk.admin) => {
      const body = { name: 'Oferta', contactListId: list, whatsappId: official, template, ...more }
      return whatOf(await person.call(createCampaign, { body } as never))
    }
    const chosen = { templateId, values }

    expect(await save({ ...chosen, values: { ...values, body: { 1: ' ' } } })).toEqual([
      'ERR_TEMPLATE_SEND',
      'value-missing',
    ])
    expect(await save({ templateId: paused.templateId, values })).toEqual(['ERR_TEMPLATE_SEND', 'status'])
    expect(await save(chosen, { whatsappId: desk.shop })).toEqual(['ERR_TEMPLATE_SEND', 'connection'])
    expect(await save(chosen, { fileListId: files.id })).toEqual(['ERR_TEMPLATE_SEND', 'file-list'])
    expect(await save(chosen, { confirmation: true })).toEqual(['ERR_CAMPAIGN_NO_MESSAGE', undefined])
    const longText = { confirmation: true, message1: 'x'.repeat(4_097) }
    expect(await save(chosen, longText), 'a message after the answer').toEqual([
      'ERR_WAPP_MSG_CONTENT',
      'text-long',
    ])
    expect(await save({ ...chosen, templateId: 999_999 })).toEqual(['ERR_NO_TEMPLATE_FOUND', undefined])
    expect(
      await save(chosen, { whatsappId: null, contactListId: null }, stranger.admin),
      'another company',
    ).toEqual(['ERR_NO_TEMPLATE_FOUND', undefined])
    const user = await desk.company.person('Ana')
    expect(await save(chosen, {}, user), 'no admin').toEqual(['ERR_NO_PERMISSION', undefined])
  })

  it('an old form is saved as a draft, and its start and its plan say that a template is missing', async () => {
    const id = await desk.campaign({ message1: 'Oi!', over: official, list: await desk.list(1) })
    const scheduledAt = new Date(testApp.now().getTime() + 3 * 3_600_000).toISOString()

    expect((await shown(id)).template).toBeNull()
    expect((await start(id)).error).toBe('ERR_CAMPAIGN_NO_TEMPLATE')
    const planned = await desk.admin.call(updateCampaign, { ...at(id), body: { scheduledAt } })
    expect(planned.error).toBe('ERR_CAMPAIGN_NO_TEMPLATE')
    expect(await desk.sent(official)).toEqual([])
  })

  it('a change without a template keeps it, unless it names another connection', async () => {
    const template = await templateNamed('fica')
    const id = await officialCampaign(template, { message1: 'Oi!' })

    await desk.admin.does(updateCampaign, { ...at(id), body: { name: 'Outro nome' } })
    expect((await shown(id)).template?.templateId).toBe(template.templateId)
    await desk.admin.does(updateCampaign, { ...at(id), body: { whatsappId: desk.shop } })

    expect((await shown(id)).template).toBeNull()
    expect((await start(id)).status).toBe(200)
  })

  it('a template that Meta no longer has leaves its values, and the start says so', async () => {
    const template = await templateNamed('some')
    const scheduledAt = new Date(testApp.now().getTime() + 3 * 3_600_000).toISOString()
    const now = await officialCampaign(template, { list: await desk.list(1) })
    const later = await officialCampaign(template, { list: await desk.list(1), scheduledAt })
    meta.templates.delete(template.metaId)
    await desk.admin.does(refreshMessageTemplates, { body: { connectionId: official } })

    expect((await shown(now)).template).toEqual({ templateId: null, name: null, language: null, values })
    expect((await start(now)).error).toBe('ERR_CAMPAIGN_TEMPLATE_GONE')
    testApp.pass(4 * 3_600)
    await desk.look()
    expect(await stored(later)).toEqual([{ status: 'INATIVA', failure: 'ERR_CAMPAIGN_TEMPLATE_GONE' }])
  })

  it('a planned one whose template was paused meanwhile stores that as its failure', async () => {
    const template = await templateNamed('dorme')
    const scheduledAt = new Date(testApp.now().getTime() + 3 * 3_600_000).toISOString()
    const id = await officialCampaign(template, { list: await desk.list(1), scheduledAt })
    await news(template.metaId, 'PAUSED')

    testApp.pass(4 * 3_600)
    await desk.look()

    expect(await stored(id)).toEqual([{ status: 'INATIVA', failure: 'ERR_TEMPLATE_SEND_status' }])
  })
})

describe('a running campaign', () => {
  const running = async (name: string, people = 3) => {
    const template = await templateNamed(name)
    const id = await officialCampaign(template, { name, list: await desk.list(people) })
    await desk.admin.does(startCampaign, at(id))
    return { id, template }
  }

  it('pauses when Meta pauses its template, and continues once it is approved again', async () => {
    const { id, template } = await running('pausa')
    await desk.look()
    await desk.ticks(await desk.sent(official))
    await news(template.metaId, 'PAUSED')
    testApp.pass(1)
    await desk.look()

    expect(await shown(id)).toMatchObject({
      status: 'EM_ANDAMENTO',
      pausedBecause: 'ERR_WAPP_MSG_TEMPLATE',
      counts: { sent: 1, pending: 2, failed: 0 },
    })
    expect((await desk.admin.call(restartCampaign, at(id))).error).toBe('ERR_TEMPLATE_SEND')
    await news(template.metaId, 'APPROVED')
    await desk.admin.does(restartCampaign, at(id))
    await desk.runOut()
    expect((await shown(id)).counts).toMatchObject({ sent: 3, failed: 0 })
  })

  it('pauses alone when Meta refuses its template, and writes anew with another one', async () => {
    const { id } = await running('recusado')
    const other = await running('bom', 1)
    await desk.look()
    const [first] = await desk.sent(official)
    if (first === undefined) throw new Error('nothing was sent')
    await desk.refuses(first, 132015)

    expect((await shown(id)).pausedBecause).toBe('ERR_WAPP_MSG_TEMPLATE_ASLEEP')
    await continues()
    expect(await desk.status(other.id)).toBe('FINALIZADA')
    const better = await templateNamed('melhor', { components: [{ type: 'BODY', text: 'Bom dia, {{1}}!' }] })
    await desk.admin.does(cancelCampaign, at(id))
    await desk.admin.does(updateCampaign, {
      ...at(id),
      body: { template: { templateId: better.templateId, values } },
    })
    await desk.admin.does(restartCampaign, at(id))
    await continues()

    expect((await bodies()).filter((body) => body.startsWith('Bom dia'))).toHaveLength(3)
    expect((await shown(id)).counts).toMatchObject({ sent: 3, failed: 0 })
  })

  it('goes to the next contact when the values of one make the text too long', async () => {
    const { id } = await running('comprido')
    await desk.look()
    const [first] = await desk.sent(official)
    if (first === undefined) throw new Error('nothing was sent')
    await desk.refuses(first, 132005)
    await continues()

    expect(await shown(id)).toMatchObject({ status: 'FINALIZADA', counts: { sent: 2, failed: 1 } })
  })

  it('pauses with all others of the connection when Meta misses a payment method', async () => {
    const one = await running('um')
    const two = await running('dois')
    await desk.look()
    const [first] = await desk.sent(official)
    if (first === undefined) throw new Error('nothing was sent')
    await desk.refuses(first, 131042)

    for (const { id } of [one, two]) expect((await shown(id)).pausedBecause).toBe('ERR_WAPP_MSG_PAYMENT')
    await desk.admin.does(restartCampaign, at(one.id))
    await desk.runOut()
    expect((await shown(one.id)).counts).toMatchObject({ sent: 3, failed: 0 })
  })

  it('a marketing message that is not allowed pauses it, and the restart goes past that contact', async () => {
    const { id } = await running('marketing')
    await desk.look()
    const [first] = await desk.sent(official)
    if (first === undefined) throw new Error('nothing was sent')
    await desk.refuses(first, 131055)
    expect((await shown(id)).pausedBecause).toBe('ERR_WAPP_MSG_MARKETING')

    await desk.admin.does(restartCampaign, at(id))
    await continues()

    expect((await shown(id)).counts).toMatchObject({ sent: 2, failed: 1 })
  })

  it('a customer who opted out at Meta is left out, and the campaign continues', async () => {
    const { id } = await running('saiu', 2)
    await desk.look()
    const [first] = await desk.sent(official)
    if (first === undefined) throw new Error('nothing was sent')
    await desk.refuses(first, 131050)
    await continues()

    expect((await desk.states(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'optedOut'],
      ['sent', null],
    ])
    expect((await desk.admin.does(getCampaignFigures, at(id))).counts.failed).toBe(0)
  })

  it('a restart does not write again to a customer who opted out at Meta', async () => {
    const { id } = await running('saiu_antes', 2)
    await desk.look()
    const [first] = await desk.sent(official)
    if (first === undefined) throw new Error('nothing was sent')
    await desk.refuses(first, 131050)
    await desk.admin.does(cancelCampaign, at(id))

    await desk.admin.does(restartCampaign, at(id))
    await continues()

    expect((await desk.sent(official)).filter(({ number }) => number === first.number)).toHaveLength(1)
    expect((await desk.states(id)).map(({ state }) => state)).toEqual(['skipped', 'sent'])
  })

  it('a message that Meta took waits for its status, and is not counted as lost', async () => {
    const { id } = await running('espera', 2)
    await desk.look()
    const [first] = await desk.sent(official)
    if (first === undefined) throw new Error('nothing was sent')
    await desk.company.tells(official, {
      kind: 'ack',
      chat: { kind: 'person', phone: first.number, lid: null },
      ids: [first.whatsapp_id],
      ack: 0,
      refusedWith: null,
      givenId: 'wamid.taken' as never,
    })
    testApp.pass(1)
    await desk.look()

    const [taken] = await desk.states(id)
    expect(taken?.state).toBe('sending')
  })
})

it('the estimate before the start names what the template costs, by the countries of the list', async () => {
  const template = await templateNamed('com_custo', { category: 'MARKETING' })
  await testApp.table('message_prices').insert({
    ...{ valid_from: '2020-01-01', category: 'marketing', country: 'BR', currency: 'BRL', amount: 0.35 },
    ...{ created_at: testApp.now(), updated_at: testApp.now() },
  })
  const people = [{ name: 'Ana' }, { name: 'Rui' }, { name: 'Joana', number: '351912345678' }]
  const id = await officialCampaign(template, { list: await desk.list(people) })

  const estimate = await desk.admin.does(estimateCampaign, at(id))

  expect(estimate.cost).toEqual({
    unpriced: 1,
    costs: [{ amount: '0.7', currency: 'BRL' }],
    countries: [
      { country: 'BR', recipients: 2, cost: { amount: '0.7', currency: 'BRL' } },
      { country: 'PT', recipients: 1, cost: null },
    ],
  })
})

describe('people without a phone number', () => {
  const userId = 'BR.13491208655302741918'

  it('get it over the official number, and are left out over a linked device', async () => {
    const template = await templateNamed('sem_telefone')
    const people = [{ name: 'Bia', number: userId }, { name: 'Ana' }]
    const id = await officialCampaign(template, { list: await desk.list(people) })
    await desk.admin.does(startCampaign, at(id))
    await desk.runOut()
    expect(await bodies()).toHaveLength(2)
    const bia = await testApp.table('contacts').get({ company_id: desk.company.id, name: 'Bia' })
    const addresses = await testApp.table('contact_addresses').find({ contact_id: bia.id }, ['kind'])
    expect(addresses).toEqual([{ kind: 'user' }])

    const linked = await desk.campaign({ over: desk.shop, list: await desk.list(people) })
    const estimate = await desk.admin.does(estimateCampaign, at(linked))
    expect(estimate).toMatchObject({ contacts: 1, withoutPhone: 1, invalid: 0, cost: null })
    await desk.admin.does(startCampaign, at(linked))
    await desk.runOut()
    expect((await desk.states(linked)).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'noPhone'],
      ['sent', null],
    ])
  })

  it('listed also by the number, get one message, and none after an opt-out under the number', async () => {
    const template = await templateNamed('um_so')
    const number = desk.newNumber()
    const phone = { name: 'Bia', number }
    const first = await officialCampaign(template, { list: await desk.list([phone]) })
    await desk.admin.does(startCampaign, at(first))
    await desk.runOut()
    await learns(number, userId)

    const both = await officialCampaign(template, {
      list: await desk.list([phone, { name: 'Bia', number: userId }]),
    })
    await desk.admin.does(startCampaign, at(both))
    await desk.runOut()
    expect((await desk.states(both)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['skipped', 'duplicate'],
    ])

    const optOut = { company_id: desk.company.id, name: 'Bia', number, phone: number }
    await testApp.table('campaign_opt_outs').insert({ ...optOut, created_at: testApp.now() })
    const after = await officialCampaign(template, {
      list: await desk.list([{ name: 'Bia', number: userId }]),
    })
    await desk.admin.does(startCampaign, at(after))
    await desk.runOut()
    expect(await desk.states(after)).toMatchObject([{ state: 'skipped', reason: 'optedOut' }])
  })
})
