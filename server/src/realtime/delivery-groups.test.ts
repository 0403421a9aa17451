import type { ChatView } from '@balcao/contract/chats'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chatChanged } from '../features/chats/chats.events'
import { fileListChanged } from '../features/file-lists/file-lists.events'
import { quickMessageChanged } from '../features/quick-messages/quick-messages.events'
import { scheduleChanged, scheduleDeleted } from '../features/schedules/schedules.events'
import { singleProcessBus } from '../platform/cluster/bus'
import { createSingleNode } from '../platform/cluster/node'
import type { EventKind, SocketMessage } from '../platform/live/event-kind'
import type { MediaLinkSigner } from '../platform/media-links'
import { createLiveEventDelivery, type LiveEventDelivery } from './delivery'
import { createSubscriberRegistry, type OpenSubscriber, type SubscriberRegistry } from './subscriber-registry'

const companyId = 7 as CompanyId
let subscribers: SubscriberRegistry
let delivery: LiveEventDelivery
/** Every emission to several sockets. */
let emitted: { socketIds: readonly string[]; emission: SocketMessage }[]
/** Milliseconds that the clock advances at each read. */
let slowness: number

beforeEach(() => {
  let now = 0
  slowness = 0
  emitted = []
  subscribers = createSubscriberRegistry(createSingleNode(1), { ofPerson: 1_000, ofCompany: 1_000 })
  delivery = createLiveEventDelivery({
    kinds: [quickMessageChanged, scheduleChanged, scheduleDeleted, fileListChanged, chatChanged],
    subscribers,
    bus: singleProcessBus,
    emitTogether: (_, socketIds, emission) => emitted.push({ socketIds, emission }),
    links: { toFile: (key: string) => `/signed/${key}` } as MediaLinkSigner,
    viewerOf: async () => null,
    workplace: { withPlatform: async () => {} } as never, // only deletes delivered events
    clock: {
      now() {
        now += slowness
        return new Date(now)
      },
      after: () => () => {},
    },
    log: { error: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) } as never,
  })
})

/** An agent without queues, who may read only the own tickets, or an admin, who may read all. */
function aSubscriber(socketId: string, userId: number, profile: 'user' | 'admin' = 'user'): OpenSubscriber {
  const subscriber: OpenSubscriber = {
    viewer: {
      kind: 'person',
      userId,
      companyId,
      profile,
      queueIds: [],
      grants: [],
      denials: [],
    } as unknown as PersonActor,
    sessionId: socketId,
    views: { statuses: new Set(), notification: false, chatBoxes: new Set() },
    spied: new Set(),
    socketId,
    emit: () => expect.unreachable('told alone'),
    close: () => {},
  }
  subscribers.add(subscriber)
  return subscriber
}

async function deliver<Facts>(kind: EventKind<Facts>, facts: Facts): Promise<void> {
  delivery.deliver([{ id: 1, companyId, name: kind.name, facts }])
  await delivery.settled()
}

const groups = () => emitted.map(({ socketIds, emission }) => [socketIds.join(), emission.payload])

const quickMessage = { id: 1, geral: true, userId: 1, mediaKey: 'a.pdf', mediaName: 'a.pdf' }

describe('sockets with the same payload are written together', () => {
  it('a shared quick message has one payload for previous and one for new viewers', async () => {
    for (const [id, user] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ] as const)
      aSubscriber(id, user)

    await deliver(quickMessageChanged, {
      id: 1,
      before: { isShared: false, userId: 1 },
      record: quickMessage,
    } as never)
    await deliver(quickMessageChanged, {
      id: 1,
      before: { isShared: true, userId: 1 },
      record: null,
    } as never)

    expect(groups()).toMatchObject([
      ['a,b', { action: 'update', record: { mediaPath: '/signed/a.pdf' } }],
      ['c,d', { action: 'create', record: { id: 1 } }],
      ['a,b,c,d', { action: 'delete', id: 1 }],
    ])
  })

  it('a schedule has one payload for readers of its ticket and one without the link for others', async () => {
    aSubscriber('admin-1', 1, 'admin')
    aSubscriber('user-1', 2)
    aSubscriber('admin-2', 3, 'admin')
    aSubscriber('user-2', 4)
    const ticket = { uuid: 'of-the-ticket', status: 'open', userId: 9, queueId: 5 }

    await deliver(scheduleChanged, { action: 'update', schedule: { id: 1, mediaKey: null, ticket } } as never)
    await deliver(scheduleDeleted, { scheduleId: 1 } as never)

    expect(groups()).toMatchObject([
      ['admin-1,admin-2', { schedule: { ticketUuid: 'of-the-ticket' } }],
      ['user-1,user-2', { schedule: { ticketUuid: null } }],
      ['admin-1,user-1,admin-2,user-2', { action: 'delete', scheduleId: 1 }],
    ])
  })

  it('further channels share the payload, and so does a socket with a channel of its own', async () => {
    for (const [id, user] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ] as const)
      aSubscriber(id, user)
    const users = [{ userId: 1 }, { userId: 2 }]

    await deliver(fileListChanged, { action: 'update', list: { id: 3, options: [] } } as never)
    await deliver(chatChanged, {
      id: 4,
      before: [1 as UserId, 2 as UserId],
      chat: { id: 4, users } as unknown as ChatView,
    } as never)

    const [list, ofFirst, ofSecond] = emitted
    expect(emitted.map(({ socketIds }) => socketIds)).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c']])
    expect(list?.emission.alsoOn).toHaveLength(1)
    expect(ofFirst?.emission.alsoOn).toEqual(['company-7-chat-4', 'company-7-chat-user-1'])
    expect(ofSecond?.emission.alsoOn).toEqual(['company-7-chat-4', 'company-7-chat-user-2'])
    expect(ofFirst?.emission.payload).toBe(ofSecond?.emission.payload)
  })
})

describe('an event to many subscribers', () => {
  it("lets the event loop run between subscribers, and the company's next event waits for it", async () => {
    slowness = 4
    for (let at = 0; at < 120; at++) aSubscriber(`socket-${at}`, at)
    const turns = vi.fn()
    const turn = () => {
      turns(emitted.length)
      if (emitted.length < 6) setImmediate(turn)
    }
    setImmediate(turn)

    delivery.deliver([
      { id: 1, companyId, name: scheduleDeleted.name, facts: { scheduleId: 1 } },
      { id: 2, companyId, name: scheduleDeleted.name, facts: { scheduleId: 2 } },
    ])
    await delivery.settled()

    const inbound = emitted.map(({ socketIds, emission }) => [socketIds.length, emission.payload])
    const [first, second] = [1, 2].map((scheduleId) => ({ action: 'delete', scheduleId }))
    expect(inbound).toEqual([
      [50, first],
      [50, first],
      [20, first],
      [50, second],
      [50, second],
      [20, second],
    ])
    expect(turns.mock.calls.length).toBeGreaterThan(50)
  })
})
