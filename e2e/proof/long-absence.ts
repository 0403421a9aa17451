import { listTickets, type TicketView } from '@balcao/contract/tickets'
import { type Attendant, sitDown } from './attendant'
import { settle, wholeConversation } from './figures'
import { type Conversation, type Fixture, firstShop, openFixture, ticketOf } from './fixture'
import { concluded, type Proof } from './proof'
import { until } from './waiting'

export interface LongAbsence {
  readonly seed: number
  readonly messages: number
  readonly minutes: number
  readonly tell?: (line: string) => void
}

/** The time of each waiting message by WhatsApp's clock, in milliseconds, by its text. */
type Moments = ReadonlyMap<string, number>

/**
 * The product is down while customers write. WhatsApp's clock is shifted through the minutes without waiting: the first
 * message has a stamp so many minutes ago, the last one now.
 */
export async function longAbsence({ seed, messages, minutes, tell }: LongAbsence): Promise<Proof> {
  const fixture = await openFixture({ seed })
  try {
    const before = await allTickets(fixture)
    await fixture.product.kill()
    const moments = await writeMeanwhile(fixture, messages, minutes)
    tell?.(`${messages} messages wait since ${minutes} minutes`)
    const attendant = await comeBack(fixture)
    await settle(fixture)
    const after = await allTickets(fixture) // before any user reads, which marks it read
    const proof = await concluded(fixture, new Map([['absence', 1]]))
    await until(
      'the attendant has been told',
      async () => attendant.announced.length >= messages,
      20_000,
    ).catch(() => {})
    attendant.close()
    const troubles = [
      ...wrongNews(attendant, moments),
      ...(await wrongTickets(fixture, before, after, moments)),
    ]
    return { ...proof, troubles: [...proof.troubles, ...troubles] }
  } finally {
    await fixture.close()
  }
}

async function writeMeanwhile(fixture: Fixture, messages: number, minutes: number): Promise<Moments> {
  const { phones, conversations, chance, say } = fixture
  const moments = new Map<string, number>()
  for (let left = messages - 1; left >= 0; left--) {
    const aheadMs = Math.round((-minutes * 60_000 * left) / messages)
    await phones.ask('setClock', aheadMs)
    const conversation = chance.of(conversations)
    const moment = Date.now() + aheadMs
    await say(conversation, 'absence')
    moments.set(conversation.said.at(-1)?.text ?? '', moment)
  }
  return moments
}

/** WhatsApp accepts no login until the attendant's page listens, so that it gets every event. */
async function comeBack(fixture: Fixture): Promise<Attendant> {
  const { phones, startProduct, connected } = fixture
  const shop = firstShop(fixture)
  await phones.ask('inflict', shop, { kind: 'offline', milliseconds: 600_000 })
  await startProduct()
  const attendant = await sitDown(fixture)
  await phones.ask('inflict', shop, { kind: 'offline', milliseconds: 0 })
  await connected()
  return attendant
}

/** Each written message is announced once, and no other. */
function wrongNews({ announced }: Attendant, moments: Moments): string[] {
  const times = new Map<string, number>()
  for (const { message } of announced) times.set(message.body, (times.get(message.body) ?? 0) + 1)
  const wrong = [...moments.keys()].filter((text) => times.get(text) !== 1)
  return [
    ...wrong.map((text) => `announced ${times.get(text) ?? 0} times: ${text}`),
    ...(times.size === moments.size ? [] : [`${times.size} texts were announced, ${moments.size} written`]),
  ]
}

/**
 * Tickets must equal those without an outage: the same ones, each with its unread count, its last message and its place
 * in the list.
 */
async function wrongTickets(
  fixture: Fixture,
  before: readonly TicketView[],
  after: readonly TicketView[],
  moments: Moments,
): Promise<string[]> {
  const wrong: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) wrong.push(`${what}: ${String(found)} instead of ${String(wanted)}`)
  }
  expect('tickets', after.length, before.length)
  for (const conversation of fixture.conversations) {
    const { name, said } = conversation
    const was = before.find(({ id }) => id === ticketOf(conversation).id)
    const is = after.find(({ id }) => id === ticketOf(conversation).id)
    const waited = said.filter(({ text }) => moments.has(text))
    expect(`status of ${name}`, is?.status, was?.status)
    expect(`attendant of ${name}`, is?.userId, was?.userId)
    expect(`queue of ${name}`, is?.queueId, was?.queueId)
    expect(`unread of ${name}`, is?.unreadMessages, (was?.unreadMessages ?? 0) + waited.length)
    expect(`last message of ${name}`, is?.lastMessage, said.at(-1)?.text)
    for (const { body, createdAt, fromMe } of await wholeConversation(fixture, conversation)) {
      const moment = fromMe ? undefined : moments.get(body)
      const isNear = moment === undefined || Math.abs(Date.parse(createdAt) - moment) < 2_000 // WhatsApp's are whole seconds
      if (!isNear) wrong.push(`the time of ${body}: ${createdAt}`)
    }
  }
  expect(
    'order of the list',
    namesIn(fixture, after).join(),
    inOrder(fixture.conversations, before, moments).join(),
  )
  return wrong
}

function namesIn({ conversations }: Fixture, tickets: readonly TicketView[]): string[] {
  return tickets.map(({ id }) => conversations.find((one) => one.ticket?.id === id)?.name ?? 'somebody else')
}

/**
 * Newest first, by the latest message. A message stamped before the ticket was accepted (the phones' clock is put back,
 * ours is not) leaves the ticket in its place.
 */
function inOrder(
  conversations: readonly Conversation[],
  before: readonly TicketView[],
  moments: Moments,
): string[] {
  const standing = (conversation: Conversation) => {
    const { id } = ticketOf(conversation)
    const stood = Date.parse(before.find((ticket) => ticket.id === id)?.updatedAt ?? '')
    const said = moments.get(conversation.said.at(-1)?.text ?? '') ?? 0
    return { id, at: Math.max(stood, Math.floor(said / 1000) * 1000) } // WhatsApp's stamps are whole seconds
  }
  const later = (one: Conversation, other: Conversation) => {
    const [a, b] = [standing(one), standing(other)]
    return b.at - a.at || b.id - a.id
  }
  return conversations.toSorted(later).map(({ name }) => name)
}

/** In the order of lists, newest first. */
async function allTickets({ calls }: Fixture): Promise<readonly TicketView[]> {
  const query = { showAll: true } as const
  const pending = (await calls(listTickets, { query: { ...query, status: 'pending' } })).tickets
  return [...pending, ...(await calls(listTickets, { query: { ...query, status: 'open' } })).tickets]
}
