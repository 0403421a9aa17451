import {
  createSchedule,
  getSchedule,
  getScheduleReplyWindow,
  removeScheduleMedia,
  updateSchedule,
} from '@balcao/contract/schedules'
import type { ContactId, ScheduleId } from '@balcao/domain/ids'
import { noTemplateValues } from '@balcao/domain/message-templates'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { pdf, png } from '../../platform/files/sample-files.fixture'
import { createLog } from '../../platform/log'
import { contactOf } from '../../testing/contact-of'
import { type OfficialShop, openOfficialShop } from '../../testing/official-shop'
import { postForm } from '../../testing/post-form'
import type { Person } from '../../testing/test-app'
import { until } from '../../testing/until'
import { sendDueSchedules } from './send-due-schedules'

// Generous, because a machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

let shop: OfficialShop
let admin: Person
beforeAll(async () => {
  shop = await openOfficialShop()
  admin = shop.admin
  await shop.testApp.table('connections').update({}, { is_default: false })
  await shop.testApp.table('connections').update({ id: shop.connectionId }, { is_default: true })
}, 120_000)
afterAll(() => shop.close())

const greeting = [
  { type: 'BODY', text: 'Olá, {{1}}! Seu pedido {{2}} chegou.' },
  { type: 'FOOTER', text: 'Loja Azul' },
]
const withPicture = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Chegou a novidade da loja.' },
]
const values = { ...noTemplateValues, body: { 1: '{{firstName}}', 2: '77' } }
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
let last = 0
const named = () => `modelo_${++last}`

const plan = (contactId: ContactId, more: object) =>
  admin.call(createSchedule, { body: { contactId, sendAt: inAnHour(), ...more } })
async function planned(contactId: ContactId, more: object) {
  const { body, status } = await plan(contactId, more)
  expect([status, body]).toEqual([200, expect.objectContaining({ status: 'PENDENTE' })])
  return body
}
const of = (id: ScheduleId) => ({ params: { scheduleId: id } })
const change = (id: ScheduleId, body: object) => admin.call(updateSchedule, { ...of(id), body })
const attach = async (id: ScheduleId, file: Uint8Array, name: string) =>
  postForm(shop.testApp, admin, `/schedules/${id}/media-upload`, [['file', file, name]])

/** Its time comes; returns it once it was sent or failed. */
async function comesDue(id: ScheduleId) {
  const now = new Date()
  await shop.testApp.table('schedules').update({ id }, { send_at: now, due_at: now })
  const { workplace } = shop.testApp.app
  await sendDueSchedules({ workplace, store: shop.testApp.store, log: createLog({ level: 'silent' }) })
  const read = () => admin.does(getSchedule, of(id))
  await until('sent or failed', async () => (await read()).status !== 'PENDENTE')
  return read()
}

describe('a template', () => {
  it('reaches the phone after the window, with the name filled; the list shows it as written', async () => {
    const marina = await shop.customer('Marina Lima')
    const { id: templateId } = await shop.template(named(), greeting)
    await marina.closeWindow()

    const schedule = await planned(marina.contactId, { template: { templateId, values } })
    const after = await comesDue(schedule.id)

    expect(schedule).toMatchObject({
      body: 'Olá, {{firstName}}! Seu pedido 77 chegou.\n\nLoja Azul',
      template: { templateId, values },
      whatsappId: shop.connectionId,
    })
    expect(after).toMatchObject({
      status: 'ENVIADA',
      sentBody: 'Olá, Marina! Seu pedido 77 chegou.\n\nLoja Azul',
    })
    expect(marina.seen().map(({ kind, text, footer }) => [kind, text, footer])).toEqual([
      ['template', 'Olá, Marina! Seu pedido 77 chegou.', 'Loja Azul'],
    ])
  })

  it('is sent in an open window too', async () => {
    const marina = await shop.customer('Marina')
    const { id: templateId } = await shop.template(named(), greeting)

    const { status } = await comesDue(
      (await planned(marina.contactId, { template: { templateId, values } })).id,
    )

    expect([status, marina.seen().map(({ kind }) => kind)]).toEqual(['ENVIADA', ['template']])
  })

  it('that was paused or deleted fails the schedule with its reason, and sends nothing', async () => {
    const marina = await shop.customer('Marina')
    const paused = await shop.template(named(), greeting)
    const deleted = await shop.template(named(), greeting)
    const ids = []
    for (const { id: templateId } of [paused, deleted])
      ids.push((await planned(marina.contactId, { template: { templateId, values } })).id)
    await paused.pause()
    await deleted.vanish()

    const after = []
    for (const id of ids) after.push(await comesDue(id))

    expect(after.map(({ status, failure }) => [status, failure])).toEqual([
      ['ERRO', 'ERR_TEMPLATE_SEND_status'],
      ['ERRO', 'ERR_TEMPLATE_SEND_deleted'],
    ])
    expect(after[1]?.template).toEqual({ templateId: null, values })
    expect(marina.seen()).toEqual([])
  })

  it('is checked when the schedule is saved, and a refused one stores nothing', async () => {
    const marina = await shop.customer('Marina')
    const { id: templateId } = await shop.template(named(), greeting)
    const pending = await shop.template(named(), greeting, { status: 'PENDING' })
    const picture = await shop.template(named(), withPicture)
    const phone = await shop.company.connection('Celular')
    const stranger = await shop.testApp.company()
    const theirs = await stranger.hears({ over: await stranger.connection('Loja'), from: '5511955554444' })
    const their = await contactOf(shop.testApp, theirs)
    const count = () => shop.testApp.table('schedules').count()
    const before = await count()

    const withoutName = { ...values, body: { 1: '', 2: '77' } }
    const withoutEmail = { ...values, body: { 1: '{{email}}', 2: '77' } }
    const refused = [
      await plan(marina.contactId, { template: { templateId, values }, whatsappId: phone }),
      await plan(marina.contactId, { template: { templateId: pending.id, values } }),
      await plan(marina.contactId, { template: { templateId, values: withoutName } }),
      await plan(marina.contactId, { template: { templateId, values: withoutEmail } }),
      await plan(marina.contactId, { template: { templateId: picture.id, values: noTemplateValues } }),
      await plan(marina.contactId, { template: { templateId: 2_000_000_000, values } }),
      await stranger.admin.call(createSchedule, {
        body: { contactId: their.id, sendAt: inAnHour(), template: { templateId, values } },
      }),
    ]

    expect(
      refused.map(({ error, body }) => [error, (body as { data?: { what?: string } }).data?.what]),
    ).toEqual([
      ['ERR_TEMPLATE_SEND', 'connection'],
      ['ERR_TEMPLATE_SEND', 'status'],
      ['ERR_TEMPLATE_SEND', 'value-missing'],
      ['ERR_TEMPLATE_SEND', 'value-missing'],
      ['ERR_TEMPLATE_SEND', 'file-missing'],
      ['ERR_NO_TEMPLATE_FOUND', undefined],
      ['ERR_NO_TEMPLATE_FOUND', undefined],
    ])
    expect(await count()).toBe(before)
  })

  it('stays when only the time or the contact changes; another text takes its place', async () => {
    const marina = await shop.customer('Marina')
    const joao = await shop.customer('João')
    const template = await shop.template(named(), greeting)
    const choice = { template: { templateId: template.id, values } }
    const { id, body } = await planned(marina.contactId, choice)
    const sendAt = new Date(Date.now() + 7_200_000).toISOString()

    const moved = await change(id, { sendAt })
    const given = await change(id, { contactId: joao.contactId, body, whatsappId: shop.connectionId })
    const elsewhere = await change(id, { whatsappId: await shop.company.connection('Outro') })
    const rewritten = await change(id, { body: 'Outro texto, livre' })
    const back = await change(id, choice)

    expect(moved.body).toMatchObject({ sendAt, template: choice.template })
    expect(given.body).toMatchObject({ contactId: joao.contactId, template: choice.template, body })
    expect(elsewhere.error).toBe('ERR_TEMPLATE_SEND')
    expect(rewritten.body).toMatchObject({ body: 'Outro texto, livre', template: null })
    expect(back.body).toMatchObject({ body, template: choice.template })
    await template.vanish()
    expect((await change(id, { sendAt: inAnHour() })).status).toBe(200)
  })
})

describe('the file of a header', () => {
  const document = [
    { type: 'HEADER', format: 'DOCUMENT' },
    { type: 'BODY', text: 'Segue a nota do pedido.' },
  ]

  test.each([
    ['a picture', withPicture, () => png(), 'foto.png', pdf, 'image'],
    ['a document', document, async () => pdf, 'nota.pdf', null, 'application'],
  ] as const)('%s is attached and reaches the phone', async (_, components, file, name, wrong, mediaType) => {
    const marina = await shop.customer('Marina')
    const { id: templateId } = await shop.template(named(), components)
    const template = { templateId, values: noTemplateValues }
    const { id } = await planned(marina.contactId, { template, pictureFollows: true })
    const bytes = await file()

    const refused = wrong && (await attach(id, wrong, 'errado.pdf'))
    const attached = await attach(id, bytes, name)
    const removed = await admin.call(removeScheduleMedia, of(id))
    await marina.closeWindow()
    const after = await comesDue(id)

    if (refused !== null)
      expect(refused.body).toMatchObject({ error: 'ERR_TEMPLATE_SEND', data: { what: 'file-kind' } })
    expect(attached.body).toMatchObject({ mediaName: name, mediaType })
    expect(removed.error).toBe('ERR_TEMPLATE_SEND')
    expect(after.status).toBe('ENVIADA')
    const [seen] = marina.seen()
    expect([seen?.kind, seen?.media?.equals(Buffer.from(bytes))]).toEqual(['template', true])
  })

  it('leaves with a template that takes none, and a free text takes pictures alone', async () => {
    const marina = await shop.customer('Marina')
    const documented = await shop.template(named(), document)
    const plain = await shop.template(named(), greeting)
    const template = { templateId: documented.id, values: noTemplateValues }
    const { id } = await planned(marina.contactId, { template, pictureFollows: true })
    await attach(id, pdf, 'nota.pdf')

    const free = await change(id, { body: 'Um texto livre', template: null })
    const refused = await attach(id, pdf, 'nota.pdf')
    await attach(id, await png(), 'foto.png')
    const bare = await change(id, { template: { templateId: plain.id, values } })

    expect(free.body).toMatchObject({ template: null, mediaName: null })
    expect(refused.body.error).toBe('ERR_SCHEDULE_ATTACHMENT')
    expect(bare.body).toMatchObject({ mediaName: null, template: { templateId: plain.id } })
  })

  it('that never comes fails the schedule with its reason', async () => {
    const marina = await shop.customer('Marina')
    const { id: templateId } = await shop.template(named(), withPicture)
    const { id } = await planned(marina.contactId, {
      template: { templateId, values: noTemplateValues },
      pictureFollows: true,
    })

    expect(await comesDue(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_TEMPLATE_SEND_file-missing' })
  })
})

describe('a free text', () => {
  it('is sent while the window is open, and fails with its reason afterwards', async () => {
    const marina = await shop.customer('Marina')
    const open = await planned(marina.contactId, { body: 'Seu pedido chegou!' })
    const late = await planned(marina.contactId, { body: 'Ainda quer?' })

    const sent = await comesDue(open.id)
    await marina.closeWindow()
    const failed = await comesDue(late.id)

    expect(sent.status).toBe('ENVIADA')
    expect(failed).toMatchObject({ status: 'ERRO', failure: 'ERR_WAPP_MSG_WINDOW_CLOSED' })
    expect(marina.seen().map(({ text }) => text)).toEqual(['Seu pedido chegou!'])
  })

  it('that is longer than the official API takes fails with a reason that has a text', async () => {
    const marina = await shop.customer('Marina')
    const { id } = await planned(marina.contactId, { body: 'x'.repeat(4_097) })

    expect(await comesDue(id)).toMatchObject({ status: 'ERRO', failure: 'ERR_WAPP_MSG_CONTENT' })
    expect(marina.seen()).toEqual([])
  })
})

describe('the window beforehand', () => {
  const ask = (person: Person, contactId: ContactId, whatsappId?: number) =>
    person.call(getScheduleReplyWindow, { query: { contactId, whatsappId } })

  it('says until when a free text may be sent, over each connection of the company', async () => {
    const marina = await shop.customer('Marina')
    const phone = await shop.company.connection('Balcão')

    const open = await ask(admin, marina.contactId)
    const always = await ask(admin, marina.contactId, phone)
    await marina.closeWindow()
    const closed = await ask(admin, marina.contactId, shop.connectionId)

    expect(open.body).toMatchObject({ whatsappId: shop.connectionId, isLimited: true })
    expect(Date.parse(open.body.closesAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(always.body).toEqual({ whatsappId: phone, isLimited: false, closesAt: null })
    expect(Date.parse(closed.body.closesAt ?? '')).toBeLessThan(Date.now())
  })

  it("another company's contact and connection are not found", async () => {
    const marina = await shop.customer('Marina')
    const stranger = await shop.testApp.company()

    const contact = await ask(stranger.admin, marina.contactId)
    const connection = await ask(admin, marina.contactId, await stranger.connection('Loja'))

    expect([contact.error, connection.error]).toEqual(['ERR_NO_CONTACT_FOUND', 'ERR_NO_WAPP_FOUND'])
  })
})
