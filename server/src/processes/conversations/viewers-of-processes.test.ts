import {
  type LiveTicketViewersPayload,
  type LiveTypingPayload,
  liveChannel,
  roomSocketMessageNames,
  typingSocketMessage,
} from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTicketFixture, type TicketFixture } from '../../features/tickets/testing/ticket-fixture'
import { contactOf } from '../../testing/contact-of'
import { type LiveSocket, openSocket } from '../../testing/live-socket'
import { type AppBeside, openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'

type Process = Pick<AppBeside, 'app'> & { readonly port: number }

let testApp: TestApp
let here: Process
let there: Process
let fixture: TicketFixture
const opened: LiveSocket[] = []
beforeAll(async () => {
  testApp = await openOwnTestApp({ isShared: true })
  here = await listening(testApp)
  there = await listening(await testApp.startBeside())
  fixture = await openTicketFixture(testApp)
}, 60_000)
afterEach(() => {
  for (const page of opened.splice(0)) page.close()
})
afterAll(() => testApp.close())

async function listening({ app }: Pick<AppBeside, 'app'>): Promise<Process> {
  return { app, port: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** A page that shows the ticket, with its events about viewers and typing. */
async function showing(ticketId: TicketId, person: Person, { app, port }: Process, how?: { spy: true }) {
  const { companyId } = person.subscriber.viewer
  const page = await openSocket({ app, port, companyId }, { auth: { token: person.token } })
  opened.push(page)
  const viewers: string[] = []
  const signs: LiveTypingPayload[] = []
  page.socket.on(liveChannel.ticketViewers(companyId), ({ users }: LiveTicketViewersPayload) =>
    viewers.push(
      users
        .map(({ name }) => name)
        .sort()
        .join(),
    ),
  )
  page.socket.on(liveChannel.typing(companyId), (sign: LiveTypingPayload) => signs.push(sign))
  page.socket.emit(roomSocketMessageNames.chatBox.join, String(ticketId), ...(how === undefined ? [] : [how]))
  await until('it has joined', () => page.subscriber.views.chatBoxes.has(ticketId))
  return {
    ...page,
    viewers,
    signs,
    sees: (names: string) => until(`${person.email} sees ${names}`, () => viewers.at(-1) === names),
    leaves: () => page.say(roomSocketMessageNames.chatBox.leave, String(ticketId)),
    types: (doing: string) => page.say(typingSocketMessage, { ticketId, doing }),
  }
}

test('viewers in both processes see each other, until one leaves and the last one sees none', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const unseen = await showing(ticketId, fixture.company.admin, there, { spy: true })
  const [ana, rui] = [await showing(ticketId, fixture.ana, here), await showing(ticketId, fixture.rui, there)]
  await Promise.all([ana.sees('Ana,Rui'), rui.sees('Ana,Rui')])
  const ruiAgain = await showing(ticketId, fixture.rui, here)
  await ruiAgain.sees('Ana,Rui')

  rui.leaves()
  ruiAgain.close()
  await ana.sees('Ana')
  ana.close()
  await unseen.sees('') // the other process has heard of it
  const later = await showing(ticketId, fixture.rui, there)

  await later.sees('Rui')
  expect(later.viewers.at(0)).toBe('Rui')
})

test('TICKET-12 a spy in another process sees the viewers come and leave, and is not seen', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const spy = await showing(ticketId, fixture.company.admin, there, { spy: true })
  const ana = await showing(ticketId, fixture.ana, here)
  await Promise.all([spy.sees('Ana'), ana.sees('Ana')])

  ana.leaves()

  await spy.sees('')
  expect(ana.viewers.join()).not.toContain('Admin')
})

test('users without the right and other companies see no viewers of another process', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const [bia, stranger, rui] = [
    await showing(ticketId, fixture.bia, there),
    await showing(ticketId, fixture.stranger, there),
    await showing(ticketId, fixture.rui, there),
  ]
  const ana = await showing(ticketId, fixture.ana, here)

  ana.types('typing')
  await Promise.all([rui.sees('Ana,Rui'), until('rui sees it', () => rui.signs.length === 1)])

  expect([bia, stranger].flatMap((page) => [...page.viewers, ...page.signs])).toEqual([])
})

test('the viewers of a killed process disappear from the pages of the others', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const third = await testApp.startBeside()
  const ana = await showing(ticketId, fixture.ana, here)
  const spy = await showing(ticketId, fixture.company.admin, there, { spy: true })
  await showing(ticketId, fixture.rui, await listening(third))
  await Promise.all([ana.sees('Ana,Rui'), spy.sees('Ana,Rui')])

  await third.kill()

  await Promise.all([ana.sees('Ana'), spy.sees('Ana')])
})

test('a colleague types in one process, and a page of another shows it until the end', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const [ana, rui] = [await showing(ticketId, fixture.ana, here), await showing(ticketId, fixture.rui, there)]

  ana.types('typing')
  await until('rui sees it', () => rui.signs.length === 1)
  ana.types('nothing')
  await until('rui sees the end', () => rui.signs.length === 2)

  const user = { id: fixture.ana.id, name: 'Ana' }
  expect(rui.signs).toEqual([
    { ticketId, doing: 'typing', contact: null, user },
    { ticketId, doing: 'nothing', contact: null, user },
  ])
  expect(ana.signs).toEqual([])
})

test('a contact types to a number of one process, and the page of another shows it', async () => {
  const ticketId = await fixture.open(fixture.ana)
  const ana = await showing(ticketId, fixture.ana, there)
  await ana.sees('Ana')
  const { number, id } = await contactOf(testApp, ticketId)
  const chat = { kind: 'person', phone: number, lid: null } as const
  const ofShop = { companyId: fixture.company.id, connectionId: fixture.numbers.sales }

  await until('it is seen', () => {
    here.app.conversations.contactTypes(ofShop, { chat, author: null, doing: 'typing' })
    return ana.signs.length > 0
  })

  expect(ana.signs[0]).toEqual({
    ticketId,
    doing: 'typing',
    contact: { id, name: expect.any(String) },
    user: null,
  })
})
