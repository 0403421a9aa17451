import type { CompanyId, TicketId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import { createSubscriberRegistry } from '../../realtime/subscriber-registry'
import { type ConversationsParts, startConversations } from './start-conversations'

const company = 7 as CompanyId
const ticket = (id: number) => id as TicketId

/** A server process whose database answers when it is let: how many looks were begun, and how many wait for it. */
function openFixture() {
  let begun = 0
  const waiting: (() => void)[] = []
  const workplace = {
    withCompany: () => {
      begun++
      return new Promise<null>((resolve) => waiting.push(() => resolve(null)))
    },
  }
  const conversations = startConversations({
    workplace: workplace as unknown as ConversationsParts['workplace'], // only this is asked of it
    subscribers: createSubscriberRegistry(),
    delivery: { tell: () => {} },
    links: { link: () => null } as unknown as ConversationsParts['links'], // nothing is connected
    clock: { now: () => new Date(0), after: () => () => {} },
    log: { warn: () => {} },
  })
  function aPage() {
    const shown = new Set<TicketId>()
    const changed = conversations.followPage(company, (ticketId) => shown.has(ticketId))
    return {
      shows(id: number) {
        shown.add(ticket(id))
        changed(ticket(id))
      },
      leaves(id: number) {
        shown.delete(ticket(id))
        changed(ticket(id))
      },
    }
  }
  /** Lets the database answer until nothing waits. */
  async function goOn() {
    while (waiting.length > 0) {
      for (const answer of waiting.splice(0)) answer()
      await new Promise(setImmediate)
    }
  }
  return { conversations, aPage, goOn, begun: () => begun, inHand: () => waiting.length }
}

test('one page has one look in hand, however often it joins and leaves', async () => {
  const { aPage, goOn, begun, inHand } = openFixture()
  const page = aPage()
  for (let time = 0; time < 10_000; time++) {
    page.shows(1)
    page.leaves(1)
  }
  expect([begun(), inHand()]).toEqual([1, 1])

  await goOn()

  expect(begun()).toBe(2) // as it was, and as it is
})

test('conversations that came and went before their turn are not looked at', async () => {
  const { aPage, goOn, begun } = openFixture()
  const page = aPage()
  for (let id = 1; id <= 10_000; id++) {
    page.shows(id)
    page.leaves(id)
  }

  await goOn()

  expect(begun()).toBe(2) // the first began at once, and was left
})

test('each of the conversations that a page joins has its look, and one joined, left and joined again is joined', async () => {
  const { aPage, goOn, begun, conversations } = openFixture()
  const page = aPage()
  for (let id = 1; id <= 50; id++) page.shows(id)
  page.leaves(50)
  page.shows(50)

  await goOn()
  await conversations.settled()

  expect(begun()).toBe(50)
})

test('pages that change one conversation together share its look', async () => {
  const { aPage, goOn, begun } = openFixture()
  const pages = Array.from({ length: 100 }, aPage)
  for (const page of pages) page.shows(1)

  await goOn()

  expect(begun()).toBe(2) // the first one's, and one for all who came meanwhile
})

test('the end does not wait for looks that wait', async () => {
  const { aPage, goOn, begun, conversations } = openFixture()
  for (const page of Array.from({ length: 20 }, aPage)) for (let id = 1; id <= 50; id++) page.shows(id)
  const before = begun()

  conversations.stop()
  await goOn()
  await conversations.settled()

  expect(begun()).toBe(before)
})
