import { updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import type { MessageSendRequest } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquireLease } from '../../features/connections/leases'
import { createTextMessageBatcher } from '../../features/messages/outgoing/post-queue'
import type { ReservedSenderSlot } from '../../features/messages/outgoing/senders.port'
import { createByteSlots } from '../../platform/byte-slots'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import { outgoingFileByteLimits } from '../../platform/files/file-room'
import { createLog } from '../../platform/log'
import { not } from '../../platform/testing/table-rows'
import type { CompanyWork, Workplace } from '../../platform/work'
import { manualTimers } from '../../testing/manual-timers'
import { playedGateway } from '../../testing/played-gateway'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'
import { OutboxSender } from './sender'
import { replaceLease } from './testing/replace-lease'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp()
})
afterAll(() => testApp.close())

const textOf = ({ content }: MessageSendRequest) => (content.kind === 'text' ? content.text : content.kind)

/** An open sender, and posts that are handed to it. `place` and `workplace` may come between. */
async function fixture({
  customers = 1,
  between = (place: ReservedSenderSlot | null, _sender: OutboxSender): ReservedSenderSlot | null => place,
  around = (workplace: Workplace): Workplace => workplace,
} = {}) {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const tickets: TicketId[] = []
  for (let n = 0; n < customers; n++) {
    const ticketId = await company.hears({ over: connectionId, from: `551190000202${n}` })
    await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    tickets.push(ticketId)
  }
  await testApp.table('outbox').delete({ company_id: company.id })

  const { workplace } = testApp.app
  let acts = 0
  const act = async <T>(does: (work: CompanyWork) => Promise<T>): Promise<T> => {
    const actor = { kind: 'system', name: 'test', companyId: company.id } as const
    const result = await workplace.withCompany(actor, does)
    acts++
    return result
  }
  const lease = await act((work) => acquireLease(work, connectionId, 'one'))
  if (lease === null) throw new Error('the lease is taken')
  const orders: MessageSendRequest[] = []
  let onSend = async () => {}
  const link = {
    ...playedGateway().connect({ report: () => undefined } as never), // it needs nothing else
    async send(order: MessageSendRequest) {
      orders.push(order)
      await onSend()
    },
  }
  const timers = manualTimers(testApp.now)
  const newSender = () =>
    new OutboxSender({
      lease,
      link,
      capabilities: capabilitiesOf('beta'),
      act,
      share: (_lease, does) => act(does),
      clock: timers,
      log: createLog({ level: 'silent' }),
      store: testApp.store,
      uploads: createByteSlots(outgoingFileByteLimits),
      leaseIsLost: () => undefined,
    })
  const sender = newSender()
  const queue = createTextMessageBatcher(around(workplace), {
    place: (_company, _connection, contactId) => between(sender.place(contactId), sender),
  })
  const place = {
    company,
    connectionId,
    sender,
    newSender,
    timers,
    orders,
    acts: () => acts,
    answerSendWith: (answer: typeof onSend) => {
      onSend = answer
    },
    texts: () => orders.map(textOf),
    post(body: string, customer = 0) {
      const draft = {
        body,
        clientId: null,
        mediaType: null,
        media: null,
        quotedId: null,
        origin: 'person',
      } as const
      const ticketId = tickets[customer] as TicketId // the test names one of its customers
      return queue({ actor: company.admin.subscriber.viewer, ticketId, draft })
    },
    async rows() {
      const items = await testApp
        .table('outbox')
        .find<{ message_id: MessageId; state: string; begun_at: Date | null }>({
          company_id: company.id,
          message_id: not(null),
        })
      const messages = await testApp
        .table('messages')
        .find<{ id: MessageId; body: string; whatsapp_id: string }>({ company_id: company.id })
      return items.map(({ message_id, state, begun_at }) => {
        const { body, whatsapp_id } = messages.find(({ id }) => id === message_id) ?? {}
        return { body, state, whatsapp_id, has_begun: begun_at !== null }
      })
    },
    states: async () => (await place.rows()).map(({ state }) => state),
    async hearAck(order: MessageSendRequest | undefined) {
      if (order === undefined) throw new Error('nothing was sent')
      const { to, id } = order
      await company.tells(connectionId, { kind: 'ack', chat: to, ids: [id], ack: 1, refusedWith: null })
      sender.wake()
    },
    /** The two seconds after a resumption pass. */
    async untilSent(by: OutboxSender) {
      await until('it is sent', () => {
        testApp.pass(1)
        by.wake()
        return orders.length > 0
      })
    },
  }
  sender.open()
  await until('the sender has resumed and claimed nothing', () => acts === 3)
  return place
}

test('a posted text is committed as claimed and handed to the sender, which needs no act', async () => {
  const place = await fixture()
  const before = place.acts()

  const { id } = await place.post('um')

  await until('it is sent', () => place.orders.length === 1)
  expect(place.acts()).toBe(before)
  const [row] = await place.rows()
  expect(row).toMatchObject({ body: 'um', state: 'sending', has_begun: true })
  expect(place.orders).toMatchObject([
    {
      id: row?.whatsapp_id,
      isFirstTry: true,
      to: { kind: 'person', phone: '5511900002020' },
      content: { kind: 'text', text: 'um' },
    },
  ])
  expect(id).toBeGreaterThan(0)
  await place.sender.stop()
})

test('a posted text waits for the acknowledgement of the one before', async () => {
  const place = await fixture()
  await place.post('um')
  await until('the first is sent', () => place.orders.length === 1)
  await place.post('dois')
  expect([place.texts(), await place.states()]).toEqual([['um'], ['sending', 'waiting']])

  await place.hearAck(place.orders[0])

  await until('the second is sent', () => place.orders.length === 2)
  expect(place.texts()).toEqual(['um', 'dois'])
  await place.sender.stop()
})

test('an item that rests after a failure is not overtaken by a posted text', async () => {
  const place = await fixture()
  let isBroken = true
  place.answerSendWith(async () => {
    if (isBroken) throw new Error('cannot be encoded')
  })
  await place.post('um')
  await until('it rests', async () => (await place.states())[0] === 'waiting')
  isBroken = false

  await place.post('dois')
  expect(await place.states()).toEqual(['waiting', 'waiting'])
  testApp.pass(60)
  place.sender.wake()

  await until('it is sent again', () => place.orders.length === 2)
  await place.hearAck(place.orders[1])
  await until('the second is sent', () => place.orders.length === 3)
  expect(place.texts()).toEqual(['um', 'um', 'dois'])
  await place.sender.stop()
})

test('texts of one conversation that are posted at once are sent one by one, in their order', async () => {
  const place = await fixture()

  await Promise.all(['um', 'dois', 'três'].map((text) => place.post(text)))

  const stored = (await place.rows()).map(({ body }) => body)
  for (const sent of [1, 2, 3]) {
    await until(`${sent} sent`, () => place.orders.length === sent)
    expect((await place.states()).filter((state) => state === 'sending')).toHaveLength(1)
    await place.hearAck(place.orders[sent - 1])
  }
  expect(place.texts()).toEqual(stored)
  await place.sender.stop()
})

test('four posted texts are at the socket at once; the others wait for a free place', async () => {
  const place = await fixture({ customers: 6 })
  const releases: (() => void)[] = []
  place.answerSendWith(() => new Promise((done) => releases.push(done)))

  await Promise.all([0, 1, 2, 3, 4, 5].map((customer) => place.post(`para ${customer}`, customer)))

  await until('four', () => place.orders.length === 4)
  expect((await place.states()).sort()).toEqual([...Array(4).fill('sending'), ...Array(2).fill('waiting')])
  for (const release of releases) release()
  await until('all', () => place.orders.length === 6)
  for (const release of releases) release()
  await place.sender.stop()
})

test('a text of a process that died between commit and hand-on is sent under its id by the next', async () => {
  const place = await fixture({ between: (kept) => kept && { ...kept, send: () => undefined } })
  await place.post('um')
  expect([place.texts(), await place.states()]).toEqual([[], ['sending']])

  const next = place.newSender()
  next.open()
  await until('it waits to be heard of', async () => (await place.states())[0] === 'waiting')
  expect(place.texts()).toEqual([])

  await place.untilSent(next)
  const [row] = await place.rows()
  expect(place.orders).toMatchObject([{ id: row?.whatsapp_id, isFirstTry: false }])
  await next.stop()
})

test('a text whose connection has another owner since the post began waits for that one', async () => {
  const place = await fixture()
  await replaceLease(testApp, place.connectionId)

  await place.post('um')
  await place.sender.stop()

  const [row] = await place.rows()
  expect([place.texts(), row?.state, row?.has_begun]).toEqual([[], 'waiting', false])
})

test('a text that is committed while the link closes and opens is sent once, after its rest', async () => {
  const place = await fixture({
    between: (kept, sender) =>
      kept && {
        ...kept,
        send(...handed) {
          sender.close()
          sender.open()
          kept.send(...handed)
        },
      },
  })
  await place.post('um')
  await until('it waits to be heard of', async () => (await place.states())[0] === 'waiting')
  expect(place.texts()).toEqual([])

  await place.untilSent(place.sender)
  await place.hearAck(place.orders[0])
  await until('it is done', async () => (await place.states())[0] === 'sent')
  expect(place.texts()).toEqual(['um'])
  await place.sender.stop()
})

test('a post whose commit is answered by a lost connection is sent all the same', async () => {
  const place = await fixture({
    around: (workplace) => ({
      ...workplace,
      async withCompany(actor, act) {
        await workplace.withCompany(actor, act)
        throw new DatabaseTrouble('unavailable', null)
      },
    }),
  })

  await expect(place.post('um')).rejects.toThrow(DatabaseTrouble)

  await place.untilSent(place.sender)
  expect(place.texts()).toEqual(['um'])
  await place.sender.stop()
})
