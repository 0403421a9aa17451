import { type MessageView, sendMessage } from '@balcao/contract/messages'
import type { ContactId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'
import { readOutgoingMessage } from '../messages.read'

let testApp: TestApp
let fixture: TicketFixture
let ticketId: TicketId
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  ticketId = await fixture.open(fixture.ana)
})
afterAll(() => testApp.close())

const say = (who: Person, body: object) => who.call(sendMessage, { params: { ticketId }, body })

/** The content that WhatsApp would get. */
async function leaving({ id }: MessageView) {
  const actor = { kind: 'system', name: 'test', companyId: fixture.company.id } as const
  const row = await testApp.table('messages').get<{ contact_id: ContactId }>({ id }, ['contact_id'])
  const named = { messageId: id, contactId: row.contact_id }
  const message = await testApp.app.workplace.withCompany(actor, (work) =>
    readOutgoingMessage(work, named, testApp.store),
  )
  return message?.content
}

/** A contact of Ana's company who has written: with this number, or known only by a LID. */
async function aContact(
  name: string,
  person: { phone: string | null; lid: string | null },
): Promise<ContactId> {
  const id = `FROM ${name}`
  await fixture.company.tells(fixture.numbers.sales, {
    ...{ kind: 'message', id: id as WhatsappMessageId, fromMe: false, author: null, pushName: name },
    ...{ chat: { kind: 'person', ...person }, sentAt: testApp.now(), quotedId: null },
    content: { kind: 'text', text: 'Oi' },
  })
  const row = await testApp
    .table('messages')
    .get<{ contact_id: ContactId }>({ company_id: fixture.company.id, whatsapp_id: id }, ['contact_id'])
  return row.contact_id
}

describe('a place', () => {
  const place = { latitude: -30.0346, longitude: -51.2177 }

  it('CONVO-07 is stored as picture, link and description, and sent with name and address', async () => {
    const location = { ...place, name: 'Mercado | Público', address: 'Largo Jornalista, s/n' }

    const { body } = await say(fixture.ana, { location })

    expect(body).toMatchObject({
      mediaType: 'locationMessage',
      body: '|https://maps.google.com/maps?q=-30.0346%2C-51.2177&z=17|Mercado   Público',
    })
    expect(await leaving(body as MessageView)).toEqual({ kind: 'location', ...location })
  })

  it('needs no name', async () => {
    const { body } = await say(fixture.ana, { location: place })

    expect(await leaving(body as MessageView)).toEqual({
      kind: 'location',
      ...place,
      name: null,
      address: null,
    })
  })

  it.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -181 },
    { latitude: null, longitude: 0 },
    { latitude: 0 },
    'aqui',
  ])('%j is refused', async (location) => {
    const { status, error } = await say(fixture.ana, { location })

    expect([status, error]).toEqual([400, 'ERR_VALIDATION'])
  })
})

describe('contacts', () => {
  it('are sent as cards with name and number, in the requested order, each once', async () => {
    const bia = await aContact('Bia, a da Loja; 2', { phone: '5551977770001', lid: null })
    const caio = await aContact('Caio', { phone: '5551977770002', lid: '990000770002' })

    const { body } = await say(fixture.ana, { contactIds: [caio, bia, caio] })

    expect((body as MessageView).mediaType).toBe('vcard')
    expect(await leaving(body as MessageView)).toMatchObject({
      kind: 'contact-card',
      cards: [
        { name: 'Caio', vcard: expect.stringContaining('waid=5551977770002:+5551977770002') },
        { name: 'Bia, a da Loja; 2', vcard: expect.stringContaining('waid=5551977770001') },
      ],
    })
    expect(JSON.stringify(await leaving(body as MessageView))).not.toContain('990000')
  })

  it('contacts known only by a LID have no card; groups and other companies are refused', async () => {
    const hidden = await aContact('Duda', { phone: null, lid: '990000770003' })
    const elsewhere = await testApp.company()
    const over = await elsewhere.connection('Loja')
    const foreignTicket = await elsewhere.hears({ over, from: '5551977770004' })
    const foreign = await testApp
      .table('tickets')
      .get<{ contact_id: ContactId }>({ id: foreignTicket }, ['contact_id'])

    const answers = [
      await say(fixture.ana, { contactIds: [hidden] }),
      await say(fixture.ana, { contactIds: [foreign.contact_id] }),
      await say(fixture.ana, { contactIds: Array.from({ length: 11 }, (_, n) => n + 1) }),
    ]

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [400, 'ERR_CONTACT_WITHOUT_NUMBER'],
      [404, 'ERR_NO_CONTACT_FOUND'],
      [400, 'Too Long!'],
    ])
  })
})

it('a message holds one content: a text, a place, or contacts', async () => {
  const location = { latitude: 1, longitude: 1 }
  const contactIds = [await aContact('Fábio', { phone: '5551977770005', lid: null })]

  const answers = [
    await say(fixture.ana, { location, body: 'Aqui' }),
    await say(fixture.ana, { location, contactIds }),
    await say(fixture.ana, { contactIds, body: 'Ele' }),
  ]

  expect(answers.map(({ status, error }) => [status, error])).toEqual(Array(3).fill([400, 'ERR_VALIDATION']))
})

it('T2 users of other companies or queues cannot share here', async () => {
  const location = { latitude: 1, longitude: 1 }

  const answers = [await say(fixture.stranger, { location }), await say(fixture.bia, { location })]

  expect(answers.map(({ status }) => status)).toEqual([404, 403])
})
