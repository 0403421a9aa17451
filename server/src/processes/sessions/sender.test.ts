import { deleteMessage, type MessageView, retryMessage, sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, ContactId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import {
  type MessageReference,
  NotConnected,
  type SendOrder,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handToOutTray } from '../../features/connections/hand-to-out-tray'
import { acquireLease } from '../../features/connections/leases'
import { createLog } from '../../platform/log'
import type { CompanyWork } from '../../platform/work'
import { manualTimers } from '../../testing/manual-timers'
import { openTown, type Town } from '../../testing/town'
import { until } from '../../testing/until'
import { startSender } from './sender'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

const textOf = ({ content }: SendOrder) => (content.kind === 'text' ? content.text : content.kind)

/** A link that keeps what it was given. `onSend` may wait, or reject. */
function scriptedLink() {
  const orders: SendOrder[] = []
  const deleted: MessageReference[] = []
  const read: (readonly MessageReference[])[] = []
  let onSend: (order: SendOrder) => Promise<void> = async () => {}
  const never = () => Promise.reject(new Error('nobody asks for this here'))
  const link: WhatsappLink = {
    async send(order) {
      orders.push(order)
      await onSend(order)
    },
    deleteForEverybody: async (message) => void deleted.push(message),
    markRead: async (messages) => void read.push(messages),
    lookUp: never,
    profilePicture: never,
    requestPairingCode: never,
    edit: never,
    react: never,
    typing: never,
    groupInfo: never,
    requestReupload: never,
    logout: never,
    stop: async () => {},
  }
  return {
    link,
    orders,
    deleted,
    read,
    texts: () => orders.map(textOf),
    answerSendWith: (answer: typeof onSend) => {
      onSend = answer
    },
  }
}

async function scene({ customers = 1 } = {}) {
  const company = await town.company()
  const connectionId = await company.connection('Loja')
  const actor = { kind: 'house', name: 'test', companyId: company.id } as const
  const act = <T>(does: (work: CompanyWork) => Promise<T>) => town.house.workplace.withCompany(actor, does)
  const lease = await act((work) => acquireLease(work, connectionId, 'one'))
  if (lease === null) throw new Error('the lease is taken')

  const phones = Array.from({ length: customers }, (_, n) => `55119000020${String(n).padStart(2, '0')}`)
  const tickets: TicketId[] = []
  for (const from of phones) {
    const ticketId = await company.hears({ over: connectionId, from })
    await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    tickets.push(ticketId)
  }
  // Accepting tells WhatsApp that the message was read; the tests begin with an empty tray.
  await town.rows('delete from out_tray where company_id = $1', [company.id])

  const scripted = scriptedLink()
  const timers = manualTimers(town.now)
  const sender = startSender({
    lease,
    link: scripted.link,
    act,
    clock: timers,
    log: createLog({ level: 'silent' }),
    store: town.store,
    leaseIsLost: () => undefined,
  })

  async function write(text: string, customer = 0): Promise<MessageView> {
    const ticketId = tickets[customer]
    if (ticketId === undefined) throw new Error('no such customer')
    const answer = await company.admin.does(sendMessage, { params: { ticketId }, body: { body: text } })
    if (Array.isArray(answer)) throw new Error('one text is one message')
    return answer as MessageView
  }
  const states = async () =>
    (
      await town.rows<{ state: string }>('select state from out_tray where company_id = $1 order by id', [
        company.id,
      ])
    ).map(({ state }) => state)
  /** WhatsApp's server tells what it did with a message. */
  async function hearAck(order: SendOrder | undefined, refusedWith: number | null = null): Promise<void> {
    if (order === undefined) throw new Error('nothing was sent')
    await company.tells(connectionId, { kind: 'ack', chat: order.to, ids: [order.id], ack: 1, refusedWith })
    sender.wake()
  }
  return { company, connectionId, act, lease, sender, timers, write, states, hearAck, ...scripted }
}

test('messages of one conversation leave one after the other, each when the one before is acknowledged', async () => {
  const place = await scene()
  for (const text of ['um', 'dois', 'três']) await place.write(text)

  place.sender.open()

  for (const sent of [1, 2, 3]) {
    await until('the next one', () => place.orders.length === sent)
    expect(await place.states()).toEqual(
      ['sent', 'sent', 'sent'].fill('waiting', sent).fill('sending', sent - 1, sent),
    )
    await place.hearAck(place.orders[sent - 1])
  }
  expect(place.texts()).toEqual(['um', 'dois', 'três'])
  expect(await place.states()).toEqual(['sent', 'sent', 'sent'])
  await place.sender.stop()
})

test('a message is committed as being sent before it leaves', async () => {
  const place = await scene()
  const statesAtSend: string[][] = []
  place.answerSendWith(async () => void statesAtSend.push(await place.states()))
  await place.write('um')

  place.sender.open()

  await until('it left', () => statesAtSend.length === 1)
  expect(statesAtSend).toEqual([['sending']])
  await place.sender.stop()
})

test('a slow upload holds up its own conversation; four go at once', async () => {
  const place = await scene({ customers: 6 })
  let finishUpload = () => {}
  const upload = new Promise<void>((resolve) => {
    finishUpload = resolve
  })
  place.answerSendWith((order) => (textOf(order) === 'lento' ? upload : Promise.resolve()))
  await place.write('lento', 0)
  await place.write('depois do lento', 0)
  for (const customer of [1, 2, 3, 4, 5]) await place.write(`para ${customer}`, customer)

  place.sender.open()

  await until('all others', () => place.orders.length === 6)
  expect(place.texts()).toContain('lento')
  expect(place.texts()).not.toContain('depois do lento')
  finishUpload()
  await place.hearAck(place.orders.find((order) => textOf(order) === 'lento'))
  await until('the rest of the slow one', () => place.texts().includes('depois do lento'))
  await place.sender.stop()
})

test('answers leave ahead of what may wait', async () => {
  const place = await scene({ customers: 5 })
  const order: string[] = []
  const releases: (() => void)[] = []
  place.answerSendWith((sent) => {
    order.push(textOf(sent))
    return new Promise((resolve) => releases.push(resolve))
  })
  for (const customer of [0, 1, 2, 3, 4]) await place.write(`${customer}`, customer)
  await town.rows(
    `update out_tray set priority = 1 where company_id = $1 and id <> (select max(id) from out_tray where company_id = $1)`,
    [place.company.id],
  )

  place.sender.open()

  await until('four are at the socket', () => order.length === 4)
  expect(order).toContain('4')
  for (const release of releases) release()
  await until('the last one too', () => order.length === 5)
  for (const release of releases) release()
  await place.sender.stop()
})

test('MESSAGE-07 without a live session a message waits, and leaves under its id when the link is back', async () => {
  const place = await scene()
  let isOpen = false
  place.answerSendWith(async () => {
    if (!isOpen) throw new NotConnected('closed')
  })
  await place.write('um')

  place.sender.open()
  await until(
    'it came back',
    async () => place.orders.length === 1 && (await place.states())[0] === 'waiting',
  )
  place.sender.close()
  isOpen = true
  place.sender.open()

  await until('it left again', () => place.orders.length === 2)
  expect(place.orders[1]?.id).toBe(place.orders[0]?.id)
  await place.sender.stop()
})

test('a message without an ack for 30 s leaves again under the same id', async () => {
  const place = await scene()
  await place.write('um')
  place.sender.open()
  await until('it left', async () => place.orders.length === 1)

  await until('it left again', () => {
    town.pass(10)
    place.timers.fire()
    place.sender.wake()
    return place.orders.length === 2
  })

  expect(place.orders[1]?.id).toBe(place.orders[0]?.id)
  await place.sender.stop()
})

test('what a dead process was sending leaves again, unless WhatsApp has been heard to have it', async () => {
  const place = await scene({ customers: 2 })
  const heardOf = await place.write('já foi', 0)
  await place.write('talvez', 1)
  await town.rows(`update out_tray set state = 'sending' where company_id = $1`, [place.company.id])
  await town.rows('update messages set ack = 1 where id = $1', [heardOf.id])

  place.sender.open()

  await until('the other one left', () => {
    town.pass(1)
    place.timers.fire()
    return place.orders.length === 1
  })
  await until('the first is done', async () => (await place.states())[0] === 'sent')
  expect(place.texts()).toEqual(['talvez'])
  await place.sender.stop()
})

test('MESSAGE-07 a message that fails five times is marked failed, the next one leaves, and it can be tried again', async () => {
  const place = await scene()
  let isBroken = true
  place.answerSendWith(async (order) => {
    if (isBroken && textOf(order) === 'um') throw new Error('cannot be encoded')
  })
  const message = await place.write('um')
  await place.write('dois')

  place.sender.open()
  await until('the second left', () => {
    town.pass(20)
    place.sender.wake()
    return place.texts().includes('dois')
  })
  expect(place.texts()).toEqual(['um', 'um', 'um', 'um', 'um', 'dois'])
  const failure = async () => (await town.rows('select failure from messages where id = $1', [message.id]))[0]
  expect(await failure()).toEqual({ failure: 'ERR_SENDING_WAPP_MSG' })

  isBroken = false
  await place.hearAck(place.orders.at(-1))
  await place.company.admin.does(retryMessage, { params: { messageId: message.id } })
  place.sender.wake()
  await until('it left at last', () => place.texts().at(-1) === 'um')
  expect(await failure()).toEqual({ failure: null })
  await place.sender.stop()
})

test('a message that WhatsApp refuses is marked failed at once, and the next one leaves', async () => {
  const place = await scene()
  await place.write('um')
  await place.write('dois')
  place.sender.open()
  await until('it left', () => place.orders.length === 1)

  await place.hearAck(place.orders[0], 463)

  await until('the next one', () => place.orders.length === 2)
  expect(await place.states()).toEqual(['failed', 'sending'])
  await place.sender.stop()
})

test('MESSAGE-08 a deletion reaches WhatsApp after its message; one that has not left never leaves', async () => {
  const place = await scene()
  const sent = await place.write('um')
  const early = await place.write('dois')
  place.sender.open()
  await until('it left', () => place.orders.length === 1)

  for (const { id } of [early, sent])
    await place.company.admin.does(deleteMessage, { params: { messageId: id } })
  await place.hearAck(place.orders[0])

  await until('all is done', async () => (await place.states()).every((state) => state === 'sent'))
  expect(place.texts()).toEqual(['um'])
  expect(place.deleted.map(({ id }) => id)).toContain(place.orders[0]?.id)
  await place.sender.stop()
})

test('what was read is told to WhatsApp', async () => {
  const place = await scene()
  const [contact] = await town.rows<{ id: ContactId }>('select id from contacts where company_id = $1', [
    place.company.id,
  ])
  if (contact === undefined) throw new Error('no contact')
  const message: MessageReference = {
    chat: { kind: 'person', phone: '5511900002000', lid: null },
    id: 'ABC' as WhatsappMessageId,
    fromMe: false,
    author: null,
  }
  await place.act((work) =>
    handToOutTray(work, {
      connectionId: place.connectionId satisfies ConnectionId,
      contactId: contact.id,
      kind: 'read',
      payload: { messages: [message] },
    }),
  )

  place.sender.open()

  await until('it is done', async () => (await place.states())[0] === 'sent')
  expect(place.read).toEqual([[message]])
  await place.sender.stop()
})

test('a sender whose lease is lost takes nothing in hand', async () => {
  const place = await scene()
  await place.write('um')
  await town.rows('update connection_leases set token = token + 1 where connection_id = $1', [
    place.connectionId,
  ])

  place.sender.open()
  await place.sender.stop()

  expect(place.orders).toEqual([])
  expect(await place.states()).toEqual(['waiting'])
})
