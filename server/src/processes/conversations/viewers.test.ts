import {
  type LiveTicketViewersPayload,
  type LiveTypingPayload,
  liveChannel,
  roomSocketMessageNames,
  typingSocketMessage,
} from '@balcao/contract/live'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTicketFixture, type TicketFixture } from '../../features/tickets/testing/ticket-fixture'
import { type LiveSocket, openSocket } from '../../testing/live-socket'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'

let testApp: TestApp
let fixture: TicketFixture
let port: number
const opened: LiveSocket[] = []

beforeAll(async () => {
  testApp = await openOwnTestApp() // sockets
  fixture = await openTicketFixture(testApp)
  port = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
}, 60_000)
afterEach(() => {
  for (const page of opened.splice(0)) page.close()
})
afterAll(() => testApp.close())

/** A page of this person with its events about viewers and typing, oldest first. */
async function pageOf(person: Person) {
  const { companyId } = person.subscriber.viewer
  const page = await openSocket({ app: testApp.app, port, companyId }, { auth: { token: person.token } })
  opened.push(page)
  const viewers: string[][] = []
  const signs: LiveTypingPayload[] = []
  page.socket.on(liveChannel.ticketViewers(companyId), ({ users }: LiveTicketViewersPayload) =>
    viewers.push(users.map(({ name }) => name).sort()),
  )
  page.socket.on(liveChannel.typing(companyId), (sign: LiveTypingPayload) => signs.push(sign))
  return {
    ...page,
    viewers,
    signs,
    /** Waits until the page shows exactly these viewers. */
    sees: (...names: string[]) =>
      until(`${person.email} sees ${names}`, () => viewers.at(-1)?.join() === names.sort().join()),
    opens: (ticketId: TicketId, how?: { spy: true }) =>
      void page.socket.emit(
        roomSocketMessageNames.chatBox.join,
        String(ticketId),
        ...(how === undefined ? [] : [how]),
      ),
    leaves: (ticketId: TicketId) => page.say(roomSocketMessageNames.chatBox.leave, String(ticketId)),
    writes: (ticketId: TicketId, doing: string) => page.say(typingSocketMessage, { ticketId, doing }),
  }
}

describe('the viewers of a ticket', () => {
  it('are sent on joining, on leaving and when a page closes; each person once', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const [ana, rui, ruiAgain] = [
      await pageOf(fixture.ana),
      await pageOf(fixture.rui),
      await pageOf(fixture.rui),
    ]

    ana.opens(ticketId)
    await ana.sees('Ana')
    rui.opens(ticketId)
    await Promise.all([ana.sees('Ana', 'Rui'), rui.sees('Ana', 'Rui')])
    ruiAgain.opens(ticketId)
    await ruiAgain.sees('Ana', 'Rui')
    rui.leaves(ticketId)
    ruiAgain.close()
    await ana.sees('Ana')

    expect(ana.viewers[0]).toEqual(['Ana'])
    expect(rui.viewers.every((names) => names.includes('Rui'))).toBe(true)
  })

  it('are sent to users who may read the ticket, and include only those', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const [bia, stranger, ana] = [
      await pageOf(fixture.bia),
      await pageOf(fixture.stranger),
      await pageOf(fixture.ana),
    ]

    bia.opens(ticketId)
    stranger.opens(ticketId)
    await until('both have joined', () =>
      [bia, stranger].every(({ subscriber }) => subscriber.views.chatBoxes.size === 1),
    )
    ana.opens(ticketId)
    await ana.sees('Ana')

    expect([bia.viewers, stranger.viewers]).toEqual([[], []])
    expect(new Set(ana.viewers.flat())).toEqual(new Set(['Ana']))
  })

  it('TICKET-12 the spy sees the viewers, and the viewers do not see the spy', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const [ana, spy, rui] = [
      await pageOf(fixture.ana),
      await pageOf(fixture.company.admin),
      await pageOf(fixture.rui),
    ]
    ana.opens(ticketId)
    await ana.sees('Ana')

    spy.opens(ticketId, { spy: true })
    await spy.sees('Ana')
    rui.opens(ticketId, { spy: true }) // an agent has no such right, and is visible
    await ana.sees('Ana', 'Rui')
    spy.opens(ticketId)
    await ana.sees('Admin', 'Ana', 'Rui')

    expect(ana.viewers.slice(0, -1).flat()).not.toContain('Admin')
  })
})

describe('a colleague who types', () => {
  it('is shown to the other viewers until the end, but not to the colleague', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const [ana, rui, bia] = [await pageOf(fixture.ana), await pageOf(fixture.rui), await pageOf(fixture.bia)]
    for (const page of [ana, rui, bia]) page.opens(ticketId)
    await rui.sees('Ana', 'Rui')

    ana.writes(ticketId, 'typing')
    await until('rui sees it', () => rui.signs.length === 1)
    ana.writes(ticketId, 'nothing')
    await until('rui sees the end', () => rui.signs.length === 2)

    const user = { id: fixture.ana.id, name: 'Ana' }
    expect(rui.signs).toEqual([
      { ticketId, doing: 'typing', contact: null, user },
      { ticketId, doing: 'nothing', contact: null, user },
    ])
    expect([ana.signs, bia.signs]).toEqual([[], []])
  })

  it('needs an open ticket shown with the right to answer; few signs in five seconds count', async () => {
    const [pending, open] = [await fixture.pending('sales'), await fixture.open(fixture.ana)]
    const [ana, rui, bia] = [await pageOf(fixture.ana), await pageOf(fixture.rui), await pageOf(fixture.bia)]
    for (const page of [ana, rui, bia]) for (const ticketId of [pending, open]) page.opens(ticketId)
    await rui.sees('Ana', 'Rui')
    await until('all have joined', () =>
      [ana, rui, bia].every(({ subscriber }) => subscriber.views.chatBoxes.size === 2),
    )

    ana.writes(pending, 'typing')
    bia.writes(open, 'typing')
    rui.say(typingSocketMessage, { ticketId: open, doing: '<b>' })
    rui.say(typingSocketMessage, null)
    for (let sign = 1; sign <= 5; sign++) {
      ana.writes(open, 'recording')
      await until(`rui sees sign ${sign}`, () => rui.signs.length === sign)
    }
    for (let n = 0; n < 15; n++) ana.writes(open, 'recording')
    await ana.received()
    testApp.pass(5)
    ana.writes(open, 'nothing')
    await until('rui sees the end', () => rui.signs.at(-1)?.doing === 'nothing')

    expect(rui.signs.every((sign) => sign.ticketId === open && sign.user?.id === fixture.ana.id)).toBe(true)
    expect(rui.signs).toHaveLength(6)
  })
})

it('deleting a ticket while pages show it causes no error', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const ana = await pageOf(fixture.ana)
  ana.opens(ticketId)
  await ana.sees('Ana')
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
  await testApp.table('tickets').delete({ id: ticketId })

  ana.leaves(ticketId)
  await until('it has left', () => ana.subscriber.views.chatBoxes.size === 0)

  expect(testApp.log.filter((line) => line.includes('were not published'))).toEqual([])
})
