import { listMessages } from '@balcao/contract/messages'
import { getTicket } from '@balcao/contract/tickets'
import { type Attendant, sitDown } from './attendant'
import { type Fixture, firstCustomer, firstShop, openFixture, ticketOf } from './fixture'
import { concluded, type Proof } from './proof'
import { until } from './waiting'

export interface Repeated {
  readonly seed: number
  /** For each kind of fault. */
  readonly messages: number
}

/**
 * Messages delivered twice, delivered again because their receipt was lost, and sent twice under one id; receipts out
 * of order and repeated. Each row must exist once, unread counts must be right, acks only rise, and nothing is
 * announced twice.
 */
export async function repeated({ seed, messages }: Repeated): Promise<Proof> {
  const fixture = await openFixture({ seed, withGroup: false })
  try {
    await readAll(fixture)
    const attendant = await sitDown(fixture)
    await deliverTwice(fixture, messages)
    await handOverAgain(fixture, messages)
    await sayTwice(fixture, messages)
    const said = fixture.conversations.flatMap((one) => one.said.slice(1))
    const troubles = [...(await wrongUnread(fixture)), ...(await acksInWrongOrder(fixture, messages))]
    const proof = await concluded(fixture, new Map())
    attendant.close()
    return { ...proof, troubles: [...proof.troubles, ...troubles, ...announcedTwice(attendant, said.length)] }
  } finally {
    await fixture.close()
  }
}

async function readAll({ calls, conversations }: Fixture): Promise<void> {
  for (const conversation of conversations) {
    await calls(listMessages, { params: { ticketId: ticketOf(conversation).id }, query: {} })
  }
}

async function deliverTwice(fixture: Fixture, messages: number): Promise<void> {
  const { phones, conversations, chance, say } = fixture
  await phones.ask('inflict', firstShop(fixture), { kind: 'repeatNext', times: messages })
  for (let at = 0; at < messages; at++) await say(chance.of(conversations), 'delivered-twice')
  await allStored(fixture)
}

/** The server gets no receipt, so that it delivers everything again at the next login. */
async function handOverAgain(fixture: Fixture, messages: number): Promise<void> {
  const { phones, conversations, chance, say, connected } = fixture
  const shop = firstShop(fixture)
  await phones.ask('inflict', shop, { kind: 'loseReceipts', times: messages })
  for (let at = 0; at < messages; at++) await say(chance.of(conversations), 'handed-over-again')
  await allStored(fixture)
  await phones.ask('inflict', shop, { kind: 'loseReceipts', times: 0 })
  await phones.ask('inflict', shop, { kind: 'drop' })
  await connected()
}

async function sayTwice(fixture: Fixture, messages: number): Promise<void> {
  const { phones, conversations, chance, say } = fixture
  for (let at = 0; at < messages; at++) {
    const conversation = chance.of(conversations)
    const id = await say(conversation, 'said-twice')
    const { by, text } = conversation.said.at(-1) ?? { by: '', text: '' }
    await phones.ask('say', by, conversation.shop, text, id, null)
  }
  await allStored(fixture)
}

async function allStored({ conversations, records }: Fixture): Promise<void> {
  const said = conversations.reduce((sum, one) => sum + one.said.length, 0)
  await until('all is stored', async () => {
    const [row] = await records.rows<{ stored: number; open: number }>(
      `select (select count(*)::int from messages where not from_me) as stored,
        (select count(*)::int from inbound_events where done_at is null) as open`,
    )
    return row !== undefined && row.stored >= said && row.open === 0
  })
}

async function wrongUnread({ calls, conversations }: Fixture): Promise<string[]> {
  const wrong: string[] = []
  for (const conversation of conversations) {
    const { unreadMessages } = await calls(getTicket, { params: { ticketId: ticketOf(conversation).id } })
    const wanted = conversation.said.length - 1
    if (unreadMessages !== wanted)
      wrong.push(`${unreadMessages} unread of ${conversation.name}, not ${wanted}`)
  }
  return wrong
}

/** The customer's phone sends `read` first, and `delivered` when the receipt is requested again. */
async function acksInWrongOrder(fixture: Fixture, messages: number): Promise<string[]> {
  const { phones, conversations, chance, answer, records, connected } = fixture
  for (const one of conversations) await phones.ask('silent', firstCustomer(one), true)
  for (let at = 0; at < messages; at++) await answer(chance.of(conversations), 'acked')
  for (const conversation of conversations) {
    const { shop, answered } = conversation
    const customer = firstCustomer(conversation)
    await until(
      'all is shown',
      async () => (await phones.ask('shown', customer, shop, shop)).length >= answered.length,
    )
    await phones.ask('read', customer, shop)
    for (const { id } of await phones.ask('shown', customer, shop, shop))
      await phones.ask('sayDelivered', customer, shop, id)
  }
  const lowest = async () => {
    const [row] = await records.rows<{ least: number }>(
      'select min(ack)::int as least from messages where from_me',
    )
    return row?.least ?? 0
  }
  await until('all is read', async () => (await lowest()) >= 3)
  await phones.ask('inflict', firstShop(fixture), { kind: 'drop' })
  await connected()
  await allStored(fixture)
  return (await lowest()) >= 3 ? [] : ['an ack has sunk']
}

function announcedTwice({ announced }: Attendant, wanted: number): string[] {
  const ids = announced.flatMap((news) => (news.message.fromMe ? [] : [news.message.id]))
  if (new Set(ids).size !== ids.length) return ['a message was announced twice']
  return ids.length === wanted ? [] : [`${ids.length} messages were announced, not ${wanted}`]
}
