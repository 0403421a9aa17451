import type { CompanyId, ConnectionId, TicketId, UserId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import { colleagueTyping } from '../../features/tickets/history/conversation-presence.events'
import { createSingleNode } from '../../platform/cluster/node'
import { createSubscriberRegistry, type OpenSubscriber } from '../../realtime/subscriber-registry'
import { type ConversationPresenceDependencies, startConversationPresence } from './start-conversations'

const [ours, theirs] = [7 as CompanyId, 8 as CompanyId]
const connectionId = 1 as ConnectionId
const chat = { kind: 'person', phone: '5551999990001', lid: null } as const

/** Two companies that show tickets of the same customer, over connections with the same id. */
async function openFixture() {
  const informed: CompanyId[] = []
  const read: CompanyId[] = []
  const watched: [CompanyId, number][] = []
  const subscribers = createSubscriberRegistry()
  let lastShown = 0 as TicketId
  const conversationOf = (companyId: CompanyId) => ({
    id: lastShown,
    status: 'open',
    userId: companyId,
    queueId: null,
    get connectionId() {
      read.push(companyId)
      return connectionId
    },
  })
  const conversations = startConversationPresence({
    // The test uses only these parts.
    workplace: {
      withCompany: async ({ companyId }: { companyId: CompanyId }) => ({
        facts: conversationOf(companyId),
        contact: null,
        chat,
      }),
    } as unknown as ConversationPresenceDependencies['workplace'],
    subscribers,
    delivery: {
      publish: (companyId, kind) => void (kind.name === colleagueTyping.name && informed.push(companyId)),
      publishHere: () => {},
    },
    node: createSingleNode(1),
    links: {
      ownLink: (companyId: CompanyId) => ({
        watchChats: async (chats: unknown[]) => void watched.push([companyId, chats.length]),
      }),
    } as unknown as ConversationPresenceDependencies['links'],
    clock: { now: () => new Date(0), after: () => () => {} },
    log: { warn: (facts: unknown) => expect.unreachable(String(facts)) },
  })
  async function shows(companyId: CompanyId, count: number): Promise<void> {
    const ids = Array.from({ length: count }, (_, at) => (at + 1) as TicketId)
    const chatBoxes = new Set(ids)
    const viewer = { companyId, userId: companyId as number as UserId, profile: 'admin', queueIds: [] }
    subscribers.add({ viewer, views: { chatBoxes }, spied: new Set() } as unknown as OpenSubscriber)
    const changed = conversations.followPage(companyId, (id) => chatBoxes.has(id))
    for (const id of ids) {
      lastShown = id
      changed(id)
      await conversations.settled()
    }
  }
  return { conversations, shows, informed, read, watched }
}

test("ARCH 6 a customer's typing is sent within the company, without reading other companies", async () => {
  const { conversations, shows, informed, read, watched } = await openFixture()
  await shows(ours, 1)
  await shows(theirs, 20)
  read.splice(0)

  conversations.contactTypes({ companyId: ours, connectionId }, { chat, author: null, doing: 'typing' })
  await conversations.settled()

  expect(informed).toEqual([ours])
  expect(new Set(read)).toEqual(new Set([ours]))
  expect([watched.find(([company]) => company === ours), watched.at(-1)]).toEqual([
    [ours, 1],
    [theirs, 20],
  ])
})
