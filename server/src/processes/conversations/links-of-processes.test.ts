import type { CompanyId, ConnectionId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { expect, test } from 'vitest'
import { createSubscriberRegistry, type OpenSubscriber } from '../../realtime/subscriber-registry'
import { linkedNodes } from '../../testing/linked-nodes'
import {
  type ConversationPresence,
  type ConversationPresenceDependencies,
  startConversationPresence,
} from './start-conversations'

const companyId = 7 as CompanyId
const connectionId = 1 as ConnectionId
const ticketId = 3 as TicketId
const ana = {
  companyId,
  userId: 5 as UserId,
  name: 'Ana',
  profile: 'admin',
  queueIds: [],
} as unknown as PersonActor

/** Two processes: the number is linked to the first one. Its calls are recorded. */
function openFixture() {
  const watched: number[] = []
  const typed: number[] = []
  const facts = { id: ticketId, status: 'open', userId: null, queueId: null, connectionId }
  const found = { facts, contact: null, chat: { kind: 'group', group: '1203' } }
  const all: ConversationPresence[] = []
  const settled = async () => {
    for (const one of all) await one.settled()
  }
  const processes = linkedNodes(2).map((node) => {
    const subscribers = createSubscriberRegistry(node)
    const link = {
      watchChats: async (chats: unknown[]) => void watched.push(chats.length),
      typing: async () => void typed.push(node.id),
    }
    const conversations = startConversationPresence({
      // The test uses only these parts.
      workplace: {
        withCompany: async () => found,
      } as unknown as ConversationPresenceDependencies['workplace'],
      links: {
        link: () => link,
        ownLink: () => (node.id === 1 ? link : null),
      } as unknown as ConversationPresenceDependencies['links'],
      subscribers,
      delivery: { publish: () => {}, publishHere: () => {} },
      node,
      clock: { now: () => new Date(0), after: () => () => {} },
      log: { warn: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) },
    })
    all.push(conversations)
    const chatBoxes = new Set<TicketId>()
    subscribers.add({ viewer: ana, views: { chatBoxes }, spied: new Set() } as unknown as OpenSubscriber)
    const changed = conversations.followPage(companyId, (id) => chatBoxes.has(id))
    return {
      node,
      conversations,
      settled,
      async shows(isShown: boolean) {
        if (isShown) chatBoxes.add(ticketId)
        else chatBoxes.delete(ticketId)
        changed(ticketId)
        await settled()
      },
    }
  })
  const [linked, other] = processes
  if (linked === undefined || other === undefined) throw new Error('there are two')
  return { linked, other, watched, typed }
}

test('the process with the link watches the chats that another one shows, also after connecting', async () => {
  const { linked, other, watched } = openFixture()

  await other.shows(true)
  expect(watched.splice(0)).toEqual([1])
  linked.conversations.numberConnected({ companyId, connectionId })
  await linked.settled()
  expect(watched.splice(0)).toEqual([1])
  await other.shows(false)

  expect(watched.at(-1)).toBe(0)
})

test('it watches a chat no longer when the process that shows it ends', async () => {
  const { linked, other, watched } = openFixture()
  await other.shows(true)

  other.node.end()
  await linked.settled()

  expect(watched).toEqual([1, 0])
})

test('a chat stays watched while one of two processes shows it', async () => {
  const { linked, other, watched } = openFixture()
  await linked.shows(true)
  await other.shows(true)

  await linked.shows(false)
  expect(watched.at(-1)).toBe(1)
  await linked.shows(true)
  other.node.end()
  await linked.settled()

  expect(watched.at(-1)).toBe(1)
})

test("a user's typing is sent to the phone once, by the process of the page", async () => {
  const { other, typed } = openFixture()
  await other.shows(true)

  other.conversations.personTypes(ana, ticketId, 'typing')
  await other.settled()

  expect(typed).toEqual([2])
})
