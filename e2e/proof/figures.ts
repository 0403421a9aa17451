import type { EndpointCallAnswer } from '@balcao/contract/client'
import { listMessages } from '@balcao/contract/messages'
import { limits } from '@balcao/domain/limits'
import { type Conversation, type Fixture, ticketOf } from './fixture'
import { until } from './waiting'

type Message = EndpointCallAnswer<typeof listMessages>['messages'][number]

/** The outcome of one part of a proof. All but the first three should be 0, or are named in docs/exactly-once.md. */
export interface Figures {
  kills: number
  incoming: number
  outgoing: number
  /** Written and not stored, or answered and not shown. */
  lost: number
  /** Stored or shown more than once. */
  doubled: number
  /** Stored, or shown, in another order than written or stored. */
  outOfOrder: number
  /** Stanzas refused because their counter had been used before. */
  usedCounters: number
  /** Stanzas sent again under an id, beyond the requested ones. */
  stanzasTwice: number
  /** Of these, the ones that a phone could decrypt again: only the repeated id prevented a second display. */
  decryptedTwice: number
  /** Messages that a phone requested again because it could not decrypt them. */
  retries: number
}

export const noFigures: Figures = {
  kills: 0,
  incoming: 0,
  outgoing: 0,
  lost: 0,
  doubled: 0,
  outOfOrder: 0,
  usedCounters: 0,
  stanzasTwice: 0,
  decryptedTwice: 0,
  retries: 0,
}

/** Waits until every message is stored and every answer is shown, or nothing has changed for a minute. */
export async function settle(
  { conversations, phones, records }: Fixture,
  patienceMs = 60_000,
): Promise<boolean> {
  const said = conversations.reduce((sum, one) => sum + one.said.length, 0)
  const answered = conversations.reduce((sum, one) => sum + one.answered.length * one.customers.length, 0)
  let before = ''
  let movedAt = performance.now()
  return until(
    'everything has arrived',
    async () => {
      const [row] = await records.rows<{ stored: number; open: number; waiting: number }>(
        `select (select count(*)::int from messages where not from_me) as stored,
          (select count(*)::int from inbound_events where done_at is null) as open,
          (select count(*)::int from outbox where state in ('waiting', 'sending')) as waiting`,
      )
      let shown = 0
      for (const { shop, group, customers } of conversations) {
        for (const customer of customers)
          shown += (await phones.ask('shown', customer, group ?? shop, shop)).length
      }
      const { stored = 0, open = 0, waiting = 0 } = row ?? {}
      if (stored >= said && shown >= answered && open + waiting === 0) return 'all'
      const now = JSON.stringify({ stored, open, waiting, shown })
      if (now !== before) movedAt = performance.now()
      before = now
      return performance.now() - movedAt > patienceMs && 'stuck'
    },
    30 * 60_000,
  ).then((how) => how === 'all')
}

/**
 * Compares the written with the stored texts, and the stored with the shown ones, by the part that each text names.
 * `tellLost` gets each lost text and its receiver.
 */
export async function countFigures(
  fixture: Fixture,
  tellLost: (line: string) => void = () => undefined,
): Promise<Map<string, Figures>> {
  const parts = new Map<string, Figures>()
  for (const conversation of fixture.conversations) {
    const stored = await wholeConversation(fixture, conversation)
    countIncoming(parts, conversation, stored, tellLost)
    for (const customer of conversation.customers)
      await countOutgoing(parts, fixture, { conversation, customer, stored, tellLost })
  }
  return parts
}

function part(parts: Map<string, Figures>, text: string): Figures {
  const [name = ''] = text.split(' ')
  const figures = parts.get(name) ?? { ...noFigures }
  parts.set(name, figures)
  return figures
}

function countIncoming(
  parts: Map<string, Figures>,
  { said }: Conversation,
  stored: readonly Message[],
  tellLost: (line: string) => void,
): void {
  const bodies = stored.filter(({ fromMe }) => !fromMe).map(({ body }) => body)
  const times = timesOf(bodies)
  for (const { text } of said) {
    const figures = part(parts, text)
    figures.incoming += 1
    count(figures, times.get(text) ?? 0)
    if (!times.has(text)) tellLost(`lost on the way in: ${text}`)
  }
  countInversions(
    parts,
    bodies,
    said.map(({ text }) => text),
  )
}

async function countOutgoing(
  parts: Map<string, Figures>,
  { phones }: Fixture,
  {
    conversation: { shop, group, answered, customers },
    customer,
    stored,
    tellLost,
  }: {
    conversation: Conversation
    customer: string
    stored: readonly Message[]
    tellLost: (line: string) => void
  },
): Promise<void> {
  const place = group ?? shop
  const shown = await phones.ask('shown', customer, place, shop)
  const times = timesOf(shown.map(({ text }) => text))
  for (const body of answered) {
    const figures = part(parts, body)
    if (customer === customers[0]) figures.outgoing += 1
    count(figures, times.get(body) ?? 0)
    if (!times.has(body)) tellLost(`lost on the way to ${customer}: ${body}`)
  }
  const inOrder = stored.filter(({ fromMe }) => fromMe).map(({ body }) => body)
  countInversions(
    parts,
    shown.map(({ text }) => text),
    inOrder,
  )
  const textOf = new Map(shown.map(({ id, text }) => [id, text]))
  for (const arrival of await phones.ask('arrivals', customer, place, shop)) {
    const figures = part(parts, textOf.get(arrival.id) ?? 'never-shown')
    const again = Math.max(0, arrival.stanzas - 1 - arrival.retries)
    figures.usedCounters += arrival.refusedCounters
    figures.retries += arrival.retries
    figures.stanzasTwice += again
    figures.decryptedTwice += Math.max(0, again - arrival.refusedCounters)
  }
}

function count(figures: Figures, times: number): void {
  if (times === 0) figures.lost += 1
  if (times > 1) figures.doubled += times - 1
}

function timesOf(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return times
}

/** Counts each text that follows a later one. */
function countInversions(
  parts: Map<string, Figures>,
  found: readonly string[],
  wanted: readonly string[],
): void {
  const placeOf = new Map(wanted.map((text, at) => [text, at]))
  let furthest = -1
  for (const text of found) {
    const place = placeOf.get(text)
    if (place === undefined)
      part(parts, text).doubled += 1 // no one wrote it
    else if (place < furthest) part(parts, text).outOfOrder += 1
    else furthest = place
  }
}

export async function wholeConversation(
  { calls }: Fixture,
  conversation: Conversation,
): Promise<readonly Message[]> {
  const all: Message[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const params = { ticketId: ticketOf(conversation).id }
    const { messages, hasMore } = await calls(listMessages, {
      params,
      query: { pageNumber, limit: limits.messagesPage },
    })
    all.unshift(...messages)
    if (!hasMore) return all
  }
}
