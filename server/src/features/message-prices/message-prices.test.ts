import { listAuditEntries } from '@balcao/contract/audit'
import { createOptOut } from '@balcao/contract/campaigns'
import { createContactList, createContactListItem } from '@balcao/contract/contact-lists'
import * as calls from '@balcao/contract/message-prices'
import { getMessageInfo } from '@balcao/contract/messages'
import { addCalendarDays } from '@balcao/domain/companies'
import type {
  ConnectionId,
  ContactId,
  ContactListId,
  MessageId,
  MessagePriceId,
  TicketId,
} from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parameterValuesOf } from '../../platform/database/statement'
import { like } from '../../platform/testing/table-rows'
import { makeOfficial } from '../../testing/played-meta'
import { queryPlanOf } from '../../testing/query-plan'
import { openOwnTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'
import { chargesByCategoryAndCountry } from './message-prices.queries'
import { estimateMessageCosts } from './message-prices.read'

let testApp: TestApp
let owner: Person
let shop: TestCompany
let admin: Person
let over: ConnectionId
let names = 0
beforeAll(async () => {
  testApp = await openOwnTestApp() // one table of prices for all companies
  owner = (await testApp.company({ isSuper: true })).admin
  shop = await testApp.company()
  admin = shop.admin
  await testApp.table('companies').update({ id: shop.id }, { time_zone: 'America/Sao_Paulo' })
  over = await shop.connection('Oficial')
  await makeOfficial(testApp, shop, over)
}, 60_000)
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.table('message_prices').delete()
  await testApp.table('message_charges').delete()
})

const form = {
  validFrom: '2026-10-01',
  category: 'marketing',
  country: 'BR',
  currency: 'BRL',
  amount: '0.3125',
}
type Form = typeof form
const adds = (change: Partial<Form> = {}) =>
  owner.does(calls.createMessagePrice, { body: { ...form, ...change } })
const of = ({ id }: { id: MessagePriceId }) => ({ params: { messagePriceId: id } })
const missing = of({ id: 2_000_000_000 as MessagePriceId }) // no row has this id
const stored = async () =>
  (await owner.does(calls.listMessagePrices)).records.map(
    ({ validFrom, category, country, amount, currency }) =>
      [validFrom, category, country, amount, currency].join(' '),
  )
const auditOf = async (act: string) =>
  (await owner.does(listAuditEntries, { query: { act: act as 'messagePrice.created' } })).entries // the act is one of the trail
const reads = (month = '2026-11', person = admin) =>
  person.does(calls.readMessageCosts, { params: { connectionId: over }, query: { month } })

interface Charge {
  readonly category?: string
  readonly country?: string | null
  readonly isBilled?: boolean
  readonly at?: string
  readonly count?: number
}
/** Messages of ours that Meta has charged. Gives the id of the last one. */
async function charged(charge: Charge = {}, connectionId = over): Promise<MessageId> {
  const {
    category = 'marketing',
    country = 'BR',
    isBilled = true,
    at = '2026-11-20T12:00:00Z',
    count = 1,
  } = charge
  const ids = await sentMessages(count, at, connectionId)
  await testApp.table('message_charges').insertMany(
    ids.map((id) => ({
      ...{ company_id: shop.id, message_id: id, connection_id: connectionId, category, country },
      ...{ is_billed: isBilled, at },
    })),
  )
  return Math.max(...ids) as MessageId // one of them
}
/** Stores messages of ours in a new ticket. */
async function sentMessages(count: number, at: string, connectionId = over): Promise<MessageId[]> {
  const ticket = await testApp
    .table('tickets')
    .get<{ id: TicketId; contact_id: ContactId }>({ id: await aTicket() }, ['id', 'contact_id'])
  const whatsappIds = Array.from({ length: count }, () => crypto.randomUUID())
  const messages = testApp.table('messages')
  await messages.insertMany(
    whatsappIds.map((whatsapp_id) => ({
      ...{ company_id: shop.id, ticket_id: ticket.id, contact_id: ticket.contact_id, whatsapp_id },
      ...{ connection_id: connectionId, body: 'Oi', from_me: true, is_read: true, ack: 1 },
      ...{ created_at: at, updated_at: at },
    })),
  )
  return (await messages.find<{ id: MessageId }>({ whatsapp_id: whatsappIds }, ['id'])).map(({ id }) => id)
}
const aTicket = (): Promise<TicketId> =>
  shop.hears({ over, from: `55119${String(10_000_000 + ++names)}`, text: 'Oi' })

describe('prices', () => {
  it('are listed by page, the latest day first, and by category and country', async () => {
    await adds()
    await adds({ validFrom: '2026-11-01', amount: '0,35' })
    await adds({ category: ' Utility ', country: '*', currency: 'usd', amount: '0.006800' })

    expect(await stored()).toEqual([
      '2026-11-01 marketing BR 0.35 BRL',
      '2026-10-01 marketing BR 0.3125 BRL',
      '2026-10-01 utility * 0.0068 USD',
    ])
    const only = await owner.does(calls.listMessagePrices, { query: { category: 'utility', country: '*' } })
    expect([only.count, only.hasMore, only.records[0]?.amount]).toEqual([1, false, '0.0068'])
  })

  it('are changed and deleted, and the audit trail names both amounts', async () => {
    const price = await adds()
    const changed = await owner.does(calls.updateMessagePrice, {
      ...of(price),
      body: { ...form, amount: '0.4', country: 'PT' },
    })
    expect(changed).toMatchObject({ id: price.id, country: 'PT', amount: '0.4' })
    await owner.does(calls.deleteMessagePrice, of(price))

    expect(await stored()).toEqual([])
    expect((await auditOf('messagePrice.created'))[0]).toMatchObject({
      subject: { id: price.id, name: 'marketing BR' },
      detail: { from: '2026-10-01', value: '0.3125 BRL' },
    })
    expect((await auditOf('messagePrice.changed'))[0]?.detail).toEqual({
      from: '2026-10-01',
      value: '0.4 BRL',
      formerValue: '0.3125 BRL',
    })
    expect((await auditOf('messagePrice.deleted'))[0]?.subject).toEqual({
      id: price.id,
      name: 'marketing PT',
    })
  })

  it('of one category, country and day exist once, also among concurrent calls', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.call(calls.createMessagePrice, { body: form })),
    )
    const other = await adds({ country: 'PT' })
    const moved = await owner.call(calls.updateMessagePrice, { ...of(other), body: form })

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect([moved.status, moved.error]).toEqual([409, 'ERR_MESSAGE_PRICE_TAKEN'])
    expect(await stored()).toHaveLength(2)
  })

  it.each([
    [{ validFrom: '' }, 'validFrom'],
    [{ validFrom: '2026-02-30' }, 'validFrom'],
    [{ validFrom: '9999-01-01' }, 'validFrom'],
    [{ category: '' }, 'category'],
    [{ category: 'dois nomes' }, 'category'],
    [{ country: 'ZZ' }, 'country'],
    [{ country: '' }, 'country'],
    [{ currency: 'R$' }, 'currency'],
    [{ amount: '' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: '0.1234567' }, 'amount'],
    [{ amount: '12345678' }, 'amount'],
    [{ amount: 'NaN' }, 'amount'],
  ])('%j is refused at its field', async (change, field) => {
    const refused = await owner.call(calls.createMessagePrice, { body: { ...form, ...change } })

    expect([refused.status, refused.body]).toMatchObject([400, { data: { field } }])
    expect(await stored()).toEqual([])
  })

  it('an unknown one is not found', async () => {
    const answers = [
      await owner.call(calls.updateMessagePrice, { ...missing, body: form }),
      await owner.call(calls.deleteMessagePrice, missing),
    ]
    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      Array(2).fill([404, 'ERR_NO_MESSAGE_PRICE_FOUND']),
    )
  })

  it('only the platform’s owner reads and changes them', async () => {
    const price = await adds()
    const answers = [
      await admin.call(calls.listMessagePrices),
      await admin.call(calls.createMessagePrice, { body: form }),
      await admin.call(calls.updateMessagePrice, { ...of(price), body: form }),
      await admin.call(calls.deleteMessagePrice, of(price)),
      await admin.call(calls.importMessagePrices, { body: { ...form, lines: 'BR;service;1' } }),
    ]
    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      Array(5).fill([403, 'ERR_NO_PERMISSION']),
    )
    expect(await stored()).toHaveLength(1)
  })
})

describe('an import', () => {
  const imports = (lines: string) =>
    owner.call(calls.importMessagePrices, { body: { validFrom: '2026-10-01', currency: 'BRL', lines } })

  it('adds all lines, replaces prices of its day, and changes nothing when it is repeated', async () => {
    await adds()
    const lines = 'país;categoria;valor\nBR;marketing;0,4\nBR;utility;0,05\n*;marketing;0,9'

    const first = await imports(lines)
    const again = await imports(lines)

    expect([first.body, again.body]).toEqual([{ count: 3 }, { count: 3 }])
    expect(await stored()).toEqual([
      '2026-10-01 marketing * 0.9 BRL',
      '2026-10-01 marketing BR 0.4 BRL',
      '2026-10-01 utility BR 0.05 BRL',
    ])
    expect((await auditOf('messagePrices.imported'))[0]?.detail).toEqual({
      count: 3,
      from: '2026-10-01',
      currency: 'BRL',
    })
  })

  it('names its first wrong line, and adds none', async () => {
    expect(await imports('BR;marketing;0,4\nXX;marketing;1')).toMatchObject({
      status: 400,
      error: 'ERR_PRICE_LINE',
      body: { data: { line: 2, what: 'country' } },
    })
    expect(await stored()).toEqual([])
  })

  it('without a price, and one that is too long, are refused', async () => {
    const title = await imports('país;categoria;valor')
    const many = await imports(Array.from({ length: 3_001 }, (_, at) => `BR;categoria_${at};1`).join('\n'))
    const huge = await imports('x'.repeat(200_000))

    expect([title.body, many.error, huge.status]).toMatchObject([
      { data: { field: 'lines' } },
      'ERR_TOO_MANY',
      400,
    ])
  })
})

describe('the information of a message', () => {
  const charge = async (messageId: MessageId) =>
    (await admin.does(getMessageInfo, { params: { messageId } })).charge

  it('has the price of its day: of its country, else of every other', async () => {
    await adds({ validFrom: '2026-10-01', amount: '0.1' })
    await adds({ validFrom: '2026-11-20', amount: '0.2' })
    await adds({ validFrom: '2026-11-21', amount: '0.3' })
    await adds({ validFrom: '2026-11-20', country: '*', amount: '9', currency: 'USD' })

    const brazilian = await charged()
    // The 20th in UTC is the 19th in São Paulo for three hours.
    const before = await charged({ at: '2026-11-20T02:59:00Z' })
    const abroad = await charged({ country: 'PT' })

    expect(await charge(brazilian)).toEqual({
      category: 'marketing',
      isBilled: true,
      cost: { amount: '0.2', currency: 'BRL' },
    })
    expect((await charge(before))?.cost?.amount).toBe('0.1')
    expect((await charge(abroad))?.cost).toEqual({ amount: '9', currency: 'USD' })
  })

  it('has no cost where it was free, its country is unknown, or no price holds', async () => {
    await adds({ country: '*' })
    await adds({ category: 'utility', validFrom: '2026-12-01' })

    for (const one of [
      { isBilled: false },
      { country: null },
      { category: 'service' },
      { category: 'utility' },
      { at: '2026-09-30T12:00:00Z' },
    ])
      expect((await charge(await charged(one)))?.cost).toBeNull()
  })

  it('follows a corrected price', async () => {
    const price = await adds()
    const message = await charged()

    await owner.does(calls.updateMessagePrice, { ...of(price), body: { ...form, amount: '0.5' } })

    expect((await charge(message))?.cost?.amount).toBe('0.5')
  })
})

describe('the report of a month', () => {
  it('sums messages and costs by category and country, in days of the company', async () => {
    await adds({ validFrom: '2026-11-01', amount: '0.1' })
    await adds({ validFrom: '2026-11-15', amount: '0.3' })
    await adds({ category: 'service', country: '*', amount: '0.0068', currency: 'USD' })
    await charged({ at: '2026-11-02T12:00:00Z', count: 3 })
    await charged({ at: '2026-11-20T12:00:00Z', count: 2 })
    await charged({ category: 'service', country: 'PT', count: 5 })
    await charged({ category: 'service', country: 'PT', isBilled: false, count: 4 })
    await charged({ category: 'service', country: null })
    // In São Paulo the month begins and ends three hours later.
    await charged({ at: '2026-11-01T02:59:00Z', count: 7 })
    await charged({ at: '2026-12-01T02:59:00Z' })
    await charged({ at: '2026-12-01T03:00:00Z', count: 7 })

    expect(await reads()).toEqual({
      month: '2026-11',
      rows: [
        {
          ...{ category: 'marketing', country: 'BR', messages: 6, billed: 6, unpriced: 0 },
          costs: [{ amount: '1.2', currency: 'BRL' }],
        },
        {
          ...{ category: 'service', country: 'PT', messages: 9, billed: 5, unpriced: 0 },
          costs: [{ amount: '0.034', currency: 'USD' }],
        },
        { category: 'service', country: null, messages: 1, billed: 1, unpriced: 1, costs: [] },
      ],
      total: {
        ...{ messages: 16, billed: 12, unpriced: 1 },
        costs: [
          { amount: '1.2', currency: 'BRL' },
          { amount: '0.034', currency: 'USD' },
        ],
      },
    })
  })

  it('says that costs are unknown while there is no price, and follows a price that is added', async () => {
    await charged({ count: 2 })
    expect((await reads()).total).toEqual({ messages: 2, billed: 2, unpriced: 2, costs: [] })

    await adds()

    expect((await reads()).total).toMatchObject({
      unpriced: 0,
      costs: [{ amount: '0.625', currency: 'BRL' }],
    })
  })

  it('is the current month by default, and counts no other connection', async () => {
    const other = await shop.connection('Outra')
    await charged({ at: testApp.now().toISOString() }, other)

    const report = await admin.does(calls.readMessageCosts, { params: { connectionId: over } })

    expect([report.month, report.rows]).toEqual([testApp.now().toISOString().slice(0, 7), []])
  })

  it.each(['2026-13', '2026', 'ontem', '1999-01'])('of %s is refused', async (month) => {
    const refused = await admin.call(calls.readMessageCosts, {
      params: { connectionId: over },
      query: { month },
    })
    expect([refused.status, refused.error]).toEqual([400, 'ERR_VALIDATION'])
  })

  it('is for admins of the company alone', async () => {
    const ask = { params: { connectionId: over } }
    const agent = await (await shop.person('Ana')).call(calls.readMessageCosts, ask)
    const stranger = await (await testApp.company()).admin.call(calls.readMessageCosts, ask)

    expect([agent.status, agent.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect([stranger.status, stranger.error]).toEqual([404, 'ERR_NO_WAPP_FOUND'])
  })

  it('reads only the charges of its month, by the index of their time', async () => {
    const ids = await sentMessages(2000, '2026-11-20T12:00:00Z')
    await testApp.table('message_charges').insertMany(
      ids.map((id, n) => ({
        ...{ company_id: shop.id, message_id: id, connection_id: over, category: 'service', country: 'BR' },
        ...{ is_billed: true, at: addCalendarDays('2025-01-01', n % 700) },
      })),
    )
    const month = { from: new Date('2026-11-01'), until: new Date('2026-12-01'), timeZone: 'UTC' }
    const values = parameterValuesOf(chargesByCategoryAndCountry, { connectionId: over, ...month })
    const plan = await queryPlanOf(testApp, chargesByCategoryAndCountry.text, values, {
      analyzes: 'message_charges',
    })
    expect(plan).toContain('message_charges_by_time')
  })
})

describe('an estimate', () => {
  async function aList(numbers: readonly string[]): Promise<ContactListId> {
    const { id } = await admin.does(createContactList, { body: { name: `Lista ${++names}` } })
    for (const number of numbers) {
      await admin.does(createContactListItem, {
        body: { name: 'Cliente', number, email: '', contactListId: id },
      })
    }
    return id
  }
  const estimates = (listId: ContactListId, provider = 'cloud') =>
    testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: shop.id }, (work) =>
      estimateMessageCosts(work, { provider, category: 'MARKETING', listId }),
    )
  const numbers = ['5511988880001', '5511988880002', '351912345678', '12125550100', '14165550100']

  it('multiplies the recipients of each country by its price of today', async () => {
    const listId = await aList(numbers)
    await adds({ amount: '0.0341' })
    await adds({ amount: '9', validFrom: '2199-01-01' })
    await adds({ country: 'PT', amount: '0.06', currency: 'EUR' })
    await adds({ country: 'US', amount: '0.025', currency: 'EUR' })

    expect(await estimates(listId)).toEqual({
      unpriced: 1,
      costs: [
        { amount: '0.0682', currency: 'BRL' },
        { amount: '0.085', currency: 'EUR' },
      ],
      countries: [
        { country: 'BR', recipients: 2, cost: { amount: '0.0682', currency: 'BRL' } },
        { country: 'US', recipients: 1, cost: { amount: '0.025', currency: 'EUR' } },
        { country: 'CA', recipients: 1, cost: null },
        { country: 'PT', recipients: 1, cost: { amount: '0.06', currency: 'EUR' } },
      ],
    })
  })

  it('counts people without a phone number by the country of their user id', async () => {
    const listId = await aList(['5511988880004'])
    await adds({ country: 'PT', amount: '2' })
    await testApp.table('contact_list_items').insert({
      ...{ company_id: shop.id, contact_list_id: listId, name: 'Bia', email: '' },
      ...{ number: 'PT.1349120865', phone: 'PT.1349120865', is_whatsapp_valid: true, is_check_due: false },
      ...{ created_at: testApp.now(), updated_at: testApp.now() },
    })

    expect(await estimates(listId)).toMatchObject({
      ...{ unpriced: 1, costs: [{ amount: '2', currency: 'BRL' }] },
    })
  })

  it('leaves out numbers that opted out, and those that WhatsApp does not know', async () => {
    const listId = await aList(numbers.slice(0, 3))
    await adds({ country: '*', amount: '1' })
    await admin.does(createOptOut, { body: { name: 'Cliente', number: '5511988880001' } })
    await testApp
      .table('contact_list_items')
      .update(
        { contact_list_id: listId, phone: like('351%') },
        { is_whatsapp_valid: false, is_check_due: false },
      )

    expect(await estimates(listId)).toMatchObject({
      costs: [{ amount: '1', currency: 'BRL' }],
    })
  })

  it('of an unpriced category is unknown, and over a linked device there is none', async () => {
    const listId = await aList(['5511988880003'])

    expect(await estimates(listId)).toEqual({
      unpriced: 1,
      costs: [],
      countries: [{ country: 'BR', recipients: 1, cost: null }],
    })
    expect(await estimates(listId, 'beta')).toBeNull()
  })
})
