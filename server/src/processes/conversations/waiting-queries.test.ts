import type { CompanyId, TicketId } from '@balcao/domain/ids'
import { expect, test } from 'vitest'
import { createSingleNode } from '../../platform/cluster/node'
import { createSubscriberRegistry } from '../../realtime/subscriber-registry'
import { type ConversationPresenceDependencies, startConversationPresence } from './start-conversations'

const company = 7 as CompanyId
const ticket = (id: number) => id as TicketId

/** A process whose database answers when the test says so; counts started and waiting queries. */
function openFixture() {
  let started = 0
  const waiting: (() => void)[] = []
  const workplace = {
    withCompany: () => {
      started++
      return new Promise<null>((resolve) => waiting.push(() => resolve(null)))
    },
  }
  const conversations = startConversationPresence({
    workplace: workplace as unknown as ConversationPresenceDependencies['workplace'], // the test uses only this
    subscribers: createSubscriberRegistry(),
    delivery: { publish: () => {}, publishHere: () => {} },
    node: createSingleNode(1),
    links: { ownLink: () => null } as unknown as ConversationPresenceDependencies['links'], // no link exists
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
  /** Lets the database answer until no query waits. */
  async function answerAll() {
    while (waiting.length > 0) {
      for (const answer of waiting.splice(0)) answer()
      await new Promise(setImmediate)
    }
  }
  return { conversations, aPage, answerAll, started: () => started, waitingQueries: () => waiting.length }
}

test('a page has one running query, however often it joins and leaves', async () => {
  const { aPage, answerAll, started, waitingQueries } = openFixture()
  const page = aPage()
  for (let time = 0; time < 10_000; time++) {
    page.shows(1)
    page.leaves(1)
  }
  expect([started(), waitingQueries()]).toEqual([1, 1])

  await answerAll()

  expect(started()).toBe(2) // one at the start, one for the final state
})

test('conversations that opened and closed before their turn are not queried', async () => {
  const { aPage, answerAll, started } = openFixture()
  const page = aPage()
  for (let id = 1; id <= 10_000; id++) {
    page.shows(id)
    page.leaves(id)
  }

  await answerAll()

  expect(started()).toBe(2) // the first started at once, before the page left
})

test('each joined conversation gets a query; one that was left and joined again is joined', async () => {
  const { aPage, answerAll, started, conversations } = openFixture()
  const page = aPage()
  for (let id = 1; id <= 50; id++) page.shows(id)
  page.leaves(50)
  page.shows(50)

  await answerAll()
  await conversations.settled()

  expect(started()).toBe(50)
})

test('pages that change a conversation at the same time share a query', async () => {
  const { aPage, answerAll, started } = openFixture()
  const pages = Array.from({ length: 100 }, aPage)
  for (const page of pages) page.shows(1)

  await answerAll()

  expect(started()).toBe(2) // one for the first page, one for all that came meanwhile
})

test('the shutdown does not wait for waiting queries', async () => {
  const { aPage, answerAll, started, conversations } = openFixture()
  for (const page of Array.from({ length: 20 }, aPage)) for (let id = 1; id <= 50; id++) page.shows(id)
  const before = started()

  conversations.stop()
  await answerAll()
  await conversations.settled()

  expect(started()).toBe(before)
})
