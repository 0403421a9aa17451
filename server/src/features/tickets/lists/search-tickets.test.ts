import { listTickets } from '@balcao/contract/tickets'
import type { ConnectionId, MessageId, QueueId } from '@balcao/domain/ids'
import {
  isListOfOwnTickets,
  mayReadTicket,
  type TicketSnapshot,
  type TicketStatus,
  ticketStatuses,
} from '@balcao/domain/tickets'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeContact, storeMessages, storeTicket } from '../../../testing/stored-conversations'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../../testing/test-app'
import { drawSearchSampleJob } from './draw-search-sample'

/** Random conversations. The search must find what a naive search over them finds, with each of its two plans. */
let testApp: TestApp
let company: TestCompany
let stranger: TestCompany
let queues: QueueId[]
let people: Person[]
let tickets: Ticket[]

interface Ticket extends TicketSnapshot {
  readonly at: number
  readonly contact: { readonly name: string; readonly number: string }
  readonly messages: readonly { readonly id: MessageId; readonly body: string; readonly isDeleted: boolean }[]
}

// Words of most, few and no messages; wildcards of `like`, letters outside ASCII, and texts too short for trigrams.
const vocabulary = [
  ...['bom', 'dia', 'entrega', 'bom', 'dia', 'entrega', 'sofá', 'promoção', 'ÁGUA', 'ok'],
  ...['pedido', '4242', '77', '100%', 'a_b', 'c\\d', '😀', 'Größe', 'girassol', 'x'],
]
const asked = [
  ...[
    'bom',
    'bom dia',
    'dia entrega',
    'promocao',
    'PROMOÇÃO',
    'agua',
    'pedido 4242',
    'girassol',
    'girassol girassol',
  ],
  ...[
    'ok',
    'x',
    'b',
    '%',
    '_',
    '100%',
    'a_b',
    'axb',
    'c\\d',
    '😀',
    '77',
    'grosse',
    'zzz',
    'conceicao',
    'Zé C',
    '555',
  ],
  ...['(55) 51-9', 'entrega '.repeat(24).trim(), '-', "'", 'dia; drop table tickets'],
]

beforeAll(async () => {
  testApp = await openTestApp()
  company = await testApp.company()
  stranger = await testApp.company()
  queues = [await company.queue('Vendas'), await company.queue('Suporte')]
  people = [company.admin]
  for (const queueIds of [[], queues.slice(0, 1), queues]) {
    for (const allTicket of [true, false])
      people.push(await company.person(`P${people.length}`, { queueIds, allTicket }))
  }
  const connectionId = await company.connection('Loja')
  tickets = await fill(company, connectionId, 260)
  const foreign = await stranger.connection('Outra')
  await fill(stranger, foreign, 30)
}, 120_000)
afterAll(() => testApp.close())

/** A pseudo-random generator with a seed: numbers from 0 to 1. */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

async function fill(into: TestCompany, connectionId: ConnectionId, count: number): Promise<Ticket[]> {
  const chance = drawn(count)
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T // never empty
  const own = into === company
  const made: Ticket[] = []
  for (let place = 0; place < count; place++) {
    const status: TicketStatus = oneOf(ticketStatuses)
    const queueId = own ? oneOf([null, ...queues]) : null
    const userId = status === 'pending' ? null : own ? oneOf(people).id : into.admin.id
    const contact = {
      name: oneOf(['José Conceição', 'Zé Carioca', 'Ana']),
      number: `5551${910_000_000 + place}`,
    }
    const bodies = Array.from({ length: Math.floor(chance() * 6) }, () =>
      // The second half of the words is rare.
      Array.from({ length: 1 + Math.floor(chance() * 3) }, () =>
        oneOf(chance() < 0.9 ? vocabulary.slice(0, 10) : vocabulary),
      ).join(' '),
    )
    const at = 1_700_000_000_000 + Math.floor(chance() * 50) * 1_000 // many equal times, so that the id decides the order
    const { id: contactId } = await storeContact(testApp, into.id, contact)
    const { id } = await storeTicket(testApp, into.id, contactId, {
      ...{ connection_id: connectionId, queue_id: queueId, user_id: userId },
      ...{ status, last_at: new Date(at) },
    })
    const messageIds = await storeMessages(testApp, id, bodies)
    const deletedIds = messageIds.slice(4)
    await testApp.table('messages').update({ id: deletedIds }, { is_deleted: true })
    made.push({
      ...{ id, contactId, isGroup: false, status, queueId, userId, connectionId, at, contact },
      messages: messageIds.map((messageId, nth) => ({
        id: messageId,
        body: bodies[nth] ?? '',
        isDeleted: deletedIds.includes(messageId),
      })),
    })
  }
  return made
}

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/** The message by which the search must find the ticket; null: by its contact; undefined: not found. */
function foundIn(ticket: Ticket, words: string): MessageId | null | undefined {
  const wanted = plain(words.trim())
  const digits = /^[\d\s+().-]+$/.test(words) ? words.replace(/\D/g, '') : ''
  if (plain(ticket.contact.name).includes(wanted)) return null
  if (digits !== '' && ticket.contact.number.includes(digits)) return null
  const hits = ticket.messages.filter(({ body, isDeleted }) => !isDeleted && plain(body).includes(wanted))
  return hits.length === 0 ? undefined : (Math.max(...hits.map(({ id }) => id)) as MessageId) // an id of the list
}

async function searched(person: Person, query: Record<string, unknown>) {
  const all: (readonly [number, number | null])[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const answer = await person.does(listTickets, { query: { ...query, pageNumber } })
    const found = new Map(answer.found?.map((one) => [one.ticketId, one.messageId]))
    all.push(...answer.tickets.map(({ id }) => [id, found.get(id) ?? null] as const))
    expect(answer.tickets.length === 40 || !answer.hasMore).toBe(true)
    if (!answer.hasMore) {
      expect(answer.count).toBe(all.length)
      return all
    }
  }
}

function expected(person: Person, words: string, status: TicketStatus | undefined, chosen?: QueueId[]) {
  return tickets
    .filter((ticket) => mayReadTicket(person.subscriber.viewer, ticket))
    .filter((ticket) => status === undefined || ticket.status === status)
    .filter((ticket) => status === undefined || !isListOfOwnTickets(status) || ticket.userId === person.id)
    .filter(({ queueId }) => chosen === undefined || queueId === null || chosen.includes(queueId))
    .map((ticket) => ({ ticket, message: foundIn(ticket, words) }))
    .filter(({ message }) => message !== undefined)
    .sort((a, b) => b.ticket.at - a.ticket.at || b.ticket.id - a.ticket.id)
    .map(({ ticket, message }) => [ticket.id, message])
}

describe.each([
  ['without a sample: the plan by index', async () => undefined],
  [
    'with a sample: the plan by ticket for common words',
    () =>
      drawSearchSampleJob.carryOut(
        {
          companyId: company.id,
          act: (act) =>
            testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: company.id }, act),
          attempt: 1,
          stopping: new AbortController().signal,
        },
        {},
      ),
  ],
])('search, %s', (_, prepare) => {
  beforeAll(prepare)

  it.each(asked)(
    'TICKET-08 TICKET-15 finds what a naive search finds, for each person: %j',
    async (words) => {
      for (const person of people) {
        expect([person.email, await searched(person, { searchParam: words })]).toEqual([
          person.email,
          expected(person, words, undefined),
        ])
      }
    },
  )

  it('TICKET-39 TICKET-40 finds what a naive search finds, with random mixes of filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...people.keys()),
        fc.constantFrom(...asked),
        fc.constantFrom(undefined, ...ticketStatuses),
        fc.constantFrom(undefined, [], [0], [0, 1]),
        async (at, words, status, chosen) => {
          const person = people[at] ?? company.admin
          const queueIds = chosen?.map((place) => queues[place] as QueueId) // the indexes of the two queues
          const query = {
            searchParam: words,
            ...(status !== undefined && { status }),
            ...(queueIds !== undefined && { queueIds: JSON.stringify(queueIds) }),
          }
          expect(await searched(person, query)).toEqual(expected(person, words, status, queueIds))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('I3 T6 another company finds its own tickets, and none of this company', async () => {
    const ours = new Set<number>(tickets.map(({ id }) => id))

    const theirs = await searched(stranger.admin, { searchParam: 'bom' })

    expect(theirs.length).toBeGreaterThan(0)
    expect(theirs.filter(([id]) => ours.has(id))).toEqual([])
  })
})

describe('a match', () => {
  it('TICKET-08 has the position of the words in the message, to which the page scrolls', async () => {
    const connectionId = await company.connection('Vitrine')
    const text = `${'Como combinamos ontem na loja, '.repeat(3)}fica de pé a MANUTENÇÃO do elevador`
    const ticketId = await company.hears({ over: connectionId, from: '5551977776666', text })

    const { tickets: found, found: by } = await company.admin.does(listTickets, {
      query: { searchParam: 'manutencao do' },
    })

    expect(found.map(({ id }) => id)).toEqual([ticketId])
    const [message] = by ?? []
    const [mark] = message?.marks ?? []
    expect(message?.excerpt.slice(mark?.[0], mark?.[1])).toBe('MANUTENÇÃO do')
    expect(message?.excerpt.startsWith('…')).toBe(true)
  })

  it('in a location message is in its text, never in the base64 of its picture', async () => {
    const id = (await testApp.table('messages').find({ company_id: company.id }, ['id'])).at(-1)?.id
    const body = 'data:image/png;base64,QUJDREVG|https://maps|Praça da Matriz'
    await testApp.table('messages').update({ id }, { media_type: 'locationMessage', body })

    const by = async (searchParam: string) =>
      (await company.admin.does(listTickets, { query: { searchParam } })).found?.map(
        ({ messageId }) => messageId,
      )

    expect(await by('praca da matriz')).toEqual([id])
    expect(await by('qujdrevg')).toEqual([])
  })
})
