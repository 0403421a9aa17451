import { listContactChoices, listContacts } from '@balcao/contract/contacts'
import { liveChannel } from '@balcao/contract/live'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { listUserChoices } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { listTagChoices } from '@balcao/contract/tags'
import {
  acceptNextTicket,
  countTickets,
  createTicket,
  deleteTicket,
  getTicketByUuid,
  listTickets,
  type TicketView,
  updateTicket,
} from '@balcao/contract/tickets'
import type { TagId, UserId } from '@balcao/domain/ids'
import { useIsFetching } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Outlet } from 'react-router'
import { describe, expect, it } from 'vitest'
import { appRoutes } from '../../app/routes'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { anAdmin, aQueue, aSessionUser, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { bubbleOf, talk } from '../../testing/talk'
import {
  aMessage,
  aTicket,
  aTicketContact,
  contactId,
  messageId,
  sales,
  support,
  ticketCounts,
  ticketId,
  uuidOf,
} from '../../testing/ticket-makers'

const join = (queue: typeof sales) => ({ ...queue, UserQueue: { queueId: queue.id, userId: userId(2) } })
const ana = aSessionUser({ queues: [join(sales)] })
const davi = anAdmin()

const marina = aTicket({ id: ticketId(1), userId: ana.id, user: { id: ana.id, name: 'Ana Lima' } })
const rui = aTicket({
  id: ticketId(2),
  status: 'pending',
  contact: aTicketContact({ id: contactId(2), name: 'Rui Farias' }),
  unreadMessages: 3,
})

/** A server with these tickets; acts change them as the real server does. */
function testApp(server: FakeServer, tickets: readonly TicketView[] = [marina, rui]) {
  const stored = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const find = (id: number) => {
    const ticket = [...stored.values()].find((one) => one.id === id)
    if (ticket === undefined) throw refused('ERR_NO_TICKET_FOUND')
    return ticket
  }
  return server
    .on(listTickets, ({ query }) => {
      const found = [...stored.values()].filter(
        ({ status, unreadMessages }) =>
          (query.status === undefined || status === query.status) &&
          (!query.withUnreadMessages || unreadMessages > 0),
      )
      return { tickets: found, count: found.length, hasMore: false }
    })
    .on(countTickets, () => {
      const count = (status: string) =>
        [...stored.values()].filter((ticket) => ticket.status === status).length
      const unqueued = [...stored.values()].filter(
        ({ status, queue }) => status === 'pending' && queue === null,
      ).length
      return ticketCounts({ open: count('open'), pending: count('pending'), unqueued })
    })
    .on(getTicketByUuid, ({ params }) => {
      const ticket = [...stored.values()].find(({ uuid }) => uuid === params.uuid)
      if (ticket === undefined) throw refused('ERR_NO_TICKET_FOUND')
      return ticket
    })
    .on(updateTicket, ({ params, body }) => {
      const ticket = find(params.ticketId)
      const next = {
        ...ticket,
        status: body.status ?? ticket.status,
        version: ticket.version + 1,
        unreadMessages: 0,
      }
      stored.set(ticket.id, next)
      return next
    })
    .on(listMessages, ({ params }) => ({
      messages: [],
      ticket: find(params.ticketId),
      count: 0,
      hasMore: false,
    }))
    .on(listQueues, () => [aQueue(), aQueue({ ...support, orderQueue: 2 })])
    .on(listTagChoices, () => [])
    .on(listUserChoices, () => [{ id: userId(3), name: 'Caio Souza', queues: [join(support)] }])
    .on(listContactChoices, () => [{ id: contactId(2), name: 'Rui Farias', number: '5551911112222' }])
    .on(listContacts, () => ({ contacts: [], count: 0, hasMore: false }))
}

/** Renders the page and the number of running fetches of one ticket. */
function WithFetches() {
  const awaited = useIsFetching({ queryKey: ['tickets', 'one'] })
  return (
    <>
      <Outlet />
      <output>{awaited} under way</output>
    </>
  )
}

const withoutAnswer = () => new Promise<never>(() => undefined)

const rowOf = async (name: string) => (await screen.findByText(name)).closest('article') as HTMLElement // every row is one

describe('the list', () => {
  it('TICKET-05 the two sub-tabs show their counts', async () => {
    openApp({ path: '/tickets', as: ana, serve: testApp })

    expect(await screen.findByRole('tab', { name: 'Atendendo 1' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Aguardando 1' })).toBeTruthy()
  })

  it('BOT-04 admins see the count of tickets without a queue, and open their list', async () => {
    const noQueue = aTicket({ ...marina, id: ticketId(3), uuid: uuidOf(3), queue: null, queueId: null })
    const { person, server } = openApp({
      path: '/tickets?sub=pending',
      as: davi,
      serve: (one) => testApp(one, [rui, { ...noQueue, status: 'pending' }]),
    })
    expect(await screen.findByText('1 atendimento aguarda sem fila')).toBeTruthy()

    await person.click(screen.getByRole('button', { name: 'Ver' }))

    await waitFor(() => expect(server.received(listTickets).at(-1)?.query.queueIds).toEqual([]))
    expect(screen.queryByText('1 atendimento aguarda sem fila')).toBeNull()
  })

  it('TICKET-10 a row shows the queue with its colour, connection, user, tags and unread count', async () => {
    const tags = [{ id: 1 as TagId, name: 'Orçamento', color: '#2A9D8F', userId: null }] // a fixture may brand an id
    const full = aTicket({ ...marina, tags, unreadMessages: 2 })
    openApp({ path: '/tickets', as: ana, serve: (server) => testApp(server, [full]) })

    const row = await screen.findByRole('article')

    expect(row.textContent).toContain('VendasLoja CentroAnaOrçamento')
    expect(row.textContent).toContain('2 mensagens não lidas')
    expect(row.style.getPropertyValue('--queue')).toBe(full.queue?.color)
  })

  it("TICKET-11 a row shows today's time or the date; without a queue SEM FILA in grey", async () => {
    const today = aTicket({ ...marina, queueId: null, queue: null, updatedAt: new Date().toISOString() })
    const earlier = aTicket({
      ...marina,
      id: ticketId(3),
      uuid: uuidOf(3),
      updatedAt: '2026-01-15T12:00:00.000Z',
    })
    openApp({ path: '/tickets', as: ana, serve: (server) => testApp(server, [today, earlier]) })

    const [first, second] = await screen.findAllByRole('article')

    expect(first?.querySelector('time')?.textContent).toMatch(/^\d\d:\d\d$/)
    expect(second?.querySelector('time')?.textContent).toBe('15/01/2026')
    expect(first?.textContent).toContain('SEM FILA')
    expect(first?.style.getPropertyValue('--queue')).toBe('#7C7C7C')
  })

  it('TICKET-13 a click does not open a pending ticket; Accept does', async () => {
    const { person, router } = openApp({ path: '/tickets?sub=pending', as: ana, serve: testApp })
    const row = await rowOf('Rui Farias')

    await person.click(within(row).getByText('Rui Farias'))
    expect(router.state.location.pathname).toBe('/tickets')
    expect(within(row).queryByRole('link')).toBeNull()

    await person.click(within(row).getByRole('button', { name: 'Aceitar' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${rui.uuid}`))
    expect(await screen.findByRole('tab', { name: /^Atendendo/, selected: true })).toBeTruthy()
  })

  it('Accept opens the ticket before the lists are fetched again', async () => {
    const { person, router, server } = openApp({ path: '/tickets?sub=pending', as: ana, serve: testApp })
    const row = await rowOf('Rui Farias')
    server.on(listTickets, withoutAnswer)

    await person.click(within(row).getByRole('button', { name: 'Aceitar' }))

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${rui.uuid}`))
  })

  it('a resolved row leaves before the lists are fetched again', async () => {
    const { person, server } = openApp({ path: '/tickets', as: ana, serve: testApp })
    const row = await rowOf('Marina Duarte')
    server.on(listTickets, withoutAnswer)

    await person.click(within(row).getByRole('button', { name: 'Finalizar' }))

    // The pointer is over the list, so the row keeps its place.
    await waitFor(() => expect(row.dataset.left).toBe('true'))
  })

  it('TICKET-52 the second to accept reads who was first, and the list is refetched', async () => {
    const { person, server } = openApp({
      path: '/tickets?sub=pending',
      as: ana,
      serve: (fixture) =>
        testApp(fixture).on(updateTicket, () => {
          throw refused('ERR_TICKET_ALREADY_ACCEPTED', { userName: 'Bia' })
        }),
    })
    const row = await rowOf('Rui Farias')
    const before = server.received(listTickets).length

    await person.click(within(row).getByRole('button', { name: 'Aceitar' }))

    expect(await screen.findByText('Este atendimento já foi aceito por Bia.')).toBeTruthy()
    await waitFor(() => expect(server.received(listTickets).length).toBeGreaterThan(before))
  })

  it('TICKET-12 PERM-10 only admins may spy; spying accepts nothing', async () => {
    const { person, server } = openApp({ path: '/tickets?sub=pending', as: davi, serve: testApp })
    const row = await rowOf('Rui Farias')

    await person.click(within(row).getByRole('button', { name: 'Espiar' }))

    expect(await screen.findByRole('dialog', { name: 'Espiando Rui Farias' })).toBeTruthy()
    expect(server.received(updateTicket)).toEqual([])
  })

  it.each([
    ['pending', 'Aceitar'],
    ['open', 'Abrir a conversa'],
  ] as const)('spying on a ticket that is %s offers *%s* and the transfer', async (status, words) => {
    const bias = aTicket({ status, userId: userId(9), user: { id: userId(9), name: 'Bia Souza' } })
    const { person } = openApp({
      path: status === 'pending' ? '/tickets?sub=pending' : '/tickets',
      as: anAdmin(),
      serve: (server) =>
        talk([], bias)(server).on(listTickets, () => ({ tickets: [bias], count: 1, hasMore: false })),
    })
    await person.click((await screen.findAllByRole('button', { name: 'Espiar' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: /^Espiando/ }))

    expect(dialog.getByRole('button', { name: words })).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Transferir' }))

    expect(await screen.findByRole('dialog', { name: /^Transferir/ })).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: /^Espiando/ })).toBeNull()
  })

  it('TICKET-12 PERM-10 attendants have no spy button', async () => {
    openApp({ path: '/tickets?sub=pending', as: ana, serve: testApp })

    expect(within(await rowOf('Rui Farias')).queryByRole('button', { name: 'Espiar' })).toBeNull()
  })

  it('TICKET-53 an empty list says so', async () => {
    openApp({ path: '/tickets?tab=closed', as: ana, serve: testApp })

    expect(await screen.findByText('Nenhum atendimento por aqui.')).toBeTruthy()
  })

  it('a list that fails says so and is loaded again', async () => {
    const { person, server } = openApp({
      path: '/tickets',
      as: ana,
      serve: (fixture) =>
        testApp(fixture).on(listTickets, () => {
          throw failed(500, { error: 'Internal server error' })
        }),
    })
    const again = await screen.findByRole('button', { name: 'Tentar de novo' })

    testApp(server)
    await person.click(again)

    expect(await screen.findByText('Marina Duarte')).toBeTruthy()
  })

  it('TICKET-07 GEN-10 a search asks once, with three characters, debounced', async () => {
    const { person, server } = openApp({ path: '/tickets?tab=search', as: ana, serve: testApp })

    await person.type(await screen.findByRole('searchbox'), 'ru')
    expect(await screen.findByText('Escreva pelo menos 3 letras ou números.')).toBeTruthy()
    await person.type(screen.getByRole('searchbox'), 'i')
    await screen.findByText('Farias') // beside the marked part of the name

    const searches = server.received(listTickets).map(({ query }) => query.searchParam)
    expect(searches.filter((text) => text !== '')).toEqual(['rui'])
  })

  it('TICKET-06 PERM-10 the user filter is for admins', async () => {
    openApp({ path: '/tickets?tab=search', as: davi, serve: testApp })

    expect(await screen.findByRole('combobox', { name: 'Usuários' })).toBeTruthy()
  })

  it('TICKET-41 the queue filter, by default all own queues, drives the list and its counts', async () => {
    const { person, server } = openApp({ path: '/tickets', as: davi, serve: testApp })
    await rowOf('Marina Duarte')
    expect(server.received(listTickets)[0]?.query.queueIds).toBeUndefined()

    await person.click(screen.getByRole('button', { name: 'Filtrar' }))
    const boxes = within(await screen.findByRole('dialog', { name: 'Filtrar' }))
    expect(boxes.getByRole('checkbox', { name: 'Vendas' })).toHaveProperty('checked', true)
    await person.click(boxes.getByRole('checkbox', { name: 'Assistência' }))

    await waitFor(() => expect(server.received(listTickets).at(-1)?.query.queueIds).toEqual([sales.id]))
    await waitFor(() => expect(server.received(countTickets).at(-1)?.query.queueIds).toEqual([sales.id]))
  })

  it('TICKET-41 RT-16 joins the rooms of the shown list', async () => {
    const { socket } = openApp({ path: '/tickets', as: ana, serve: testApp })
    await screen.findByText('Marina Duarte')

    socket.subscribe()

    expect(socket.emitted).toContainEqual(['joinTickets', 'open'])
    expect(socket.emitted).toContainEqual(['joinTickets', 'pending'])
    expect(socket.emitted).toContainEqual(['joinNotification'])
  })
})

describe('live events in the list', () => {
  const say = liveChannel.ticket(companyId)

  it('RT-13 a new pending ticket appears', async () => {
    const { socket } = openApp({ path: '/tickets?sub=pending', as: ana, serve: testApp })
    await screen.findByText('Rui Farias')
    const zelia = aTicket({
      ...rui,
      id: ticketId(5),
      uuid: uuidOf(5),
      contact: aTicketContact({ name: 'Zélia' }),
    })

    socket.say(say, { action: 'update', ticketId: zelia.id, ticket: zelia })

    expect(await screen.findByText('Zélia')).toBeTruthy()
  })

  it('RT-14 a ticket that a colleague accepted leaves', async () => {
    const { socket } = openApp({ path: '/tickets?sub=pending', as: ana, serve: testApp })
    await screen.findByText('Rui Farias')

    socket.say(say, { action: 'delete', ticketId: rui.id, reason: 'status', version: 2 })

    await waitFor(() => expect(screen.queryByText('Rui Farias')).toBeNull())
  })

  it('RT-09 a renamed contact is renamed in the list', async () => {
    const { socket } = openApp({ path: '/tickets?sub=pending', as: ana, serve: testApp })
    await screen.findByText('Rui Farias')
    const { id, ...contact } = rui.contact

    socket.say(liveChannel.contact(companyId), {
      action: 'update',
      contact: { id, ...contact, name: 'Rui da Silva', uuid: uuidOf(9), createdAt: '', updatedAt: '' },
    })

    expect(await screen.findByText('Rui da Silva')).toBeTruthy()
  })

  it('RT-09 RT-23 a rename during the fetch of the list is applied to the answer', async () => {
    const answers: (() => void)[] = []
    const { socket } = openApp({
      path: '/tickets?sub=pending',
      as: ana,
      serve: (fixture) =>
        testApp(fixture).on(listTickets, async () => {
          await new Promise<void>((resolve) => answers.push(resolve))
          return { tickets: [rui], count: 1, hasMore: false }
        }),
    })
    await waitFor(() => expect(answers).not.toHaveLength(0))
    const { id, ...contact } = rui.contact
    socket.say(liveChannel.contact(companyId), {
      action: 'update',
      contact: { id, ...contact, name: 'Rui da Silva', uuid: uuidOf(9), createdAt: '', updatedAt: '' },
    })

    await act(async () => {
      for (const answer of answers) answer()
    })

    expect(await screen.findByText('Rui da Silva')).toBeTruthy()
  })

  it('SHELL-41 the bell counts tickets with unread messages', async () => {
    openApp({ path: '/tickets', as: ana, serve: testApp })

    expect(await screen.findByRole('button', { name: /^Notificações: 1 atendimento/ })).toBeTruthy()
    await waitFor(() => expect(document.title).toContain('(1)'))
  })
})

describe('an open ticket', () => {
  const at = `/tickets/${marina.uuid}`

  it('CONVO-27 shows the contact, the assignee and the number', async () => {
    openApp({ path: at, as: ana, serve: testApp })

    const head = await screen.findByTitle('Ver o contato')

    expect(head.textContent).toContain('Marina Duarte #1')
    expect(head.textContent).toContain('Atribuído a: Ana Lima')
  })

  it.each([
    ['the first answer', 1],
    ['a later answer', 2],
  ])('RT-14 RT-23 an event wins over an older answer of %s that was in flight', async (_, awaited) => {
    let answerLate: (ticket: TicketView) => void = () => undefined
    const late = new Promise<TicketView>((resolve) => (answerLate = resolve))
    const { server, socket } = openApp({
      path: at,
      as: ana,
      serve: (fixture) =>
        testApp(fixture).on(getTicketByUuid, () =>
          fixture.received(getTicketByUuid).length === awaited ? late : marina,
        ),
      pages: [{ element: <WithFetches />, children: [...appRoutes] }],
    })
    await waitFor(() => expect(server.received(getTicketByUuid)).toHaveLength(1))
    if (awaited === 2) await screen.findByTitle('Ver o contato')
    if (awaited === 2) socket.lose()
    if (awaited === 2) socket.subscribe()
    await waitFor(() => expect(server.received(getTicketByUuid)).toHaveLength(awaited))

    const closed = { ...marina, status: 'closed', version: 2 } as const
    socket.say(liveChannel.ticket(companyId), { action: 'update', ticketId: marina.id, ticket: closed })
    expect(await screen.findByText('Reabra o atendimento para responder.')).toBeTruthy()
    answerLate(marina)

    await screen.findByText('0 under way')
    expect(screen.getByText('Reabra o atendimento para responder.')).toBeTruthy()
  })

  it("opens at once with the list's data, and fetches its messages in parallel", async () => {
    const { person, server } = openApp({
      path: '/tickets?all=1',
      as: davi,
      serve: (fixture) => testApp(fixture).on(getTicketByUuid, () => new Promise(() => undefined)), // never answers
    })

    await person.click(await screen.findByText('Marina Duarte'))

    expect((await screen.findByTitle('Ver o contato')).textContent).toContain('Marina Duarte #1')
    await waitFor(() => expect(server.received(listMessages)).toHaveLength(1))
  })

  it('CONVO-02 TICKET-51 messages that arrived meanwhile show below a line', async () => {
    let messages = [aMessage({ body: 'Antiga' })]
    const { person, router, socket } = openApp({
      path: at,
      as: ana,
      serve: (fixture) =>
        testApp(fixture).on(listMessages, () => ({ messages, ticket: marina, count: 2, hasMore: false })),
    })
    await bubbleOf('Antiga')
    await act(() => router.navigate('/tickets'))
    await waitFor(() => expect(screen.queryByText('Antiga')).toBeNull())
    const fresh = aMessage({ id: messageId(2), body: 'Nova' })
    socket.say(liveChannel.message(companyId), {
      action: 'create',
      message: fresh,
      ticket: { ...marina, unreadMessages: 1, version: 2 },
      contact: marina.contact,
    })
    messages = [...messages, fresh]

    await person.click(screen.getByText('Marina Duarte'))

    await bubbleOf('Nova')
    const log = screen.getByLabelText('Mensagens com Marina Duarte')
    expect(log.textContent).toMatch(/Antiga.*Novas mensagens.*Nova/)
  })

  it('TICKET-19 return makes it pending without a user, and shows the list', async () => {
    const { person, router, server } = openApp({ path: at, as: ana, serve: testApp })

    await person.click(await screen.findByRole('button', { name: 'Devolver' }))

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    expect(server.received(updateTicket).at(-1)?.body).toMatchObject({ status: 'pending', userId: null })
  })

  it('TICKET-20 resolve closes it and shows the list', async () => {
    const { person, router, server } = openApp({ path: at, as: ana, serve: testApp })
    await screen.findByTitle('Ver o contato')

    await person.click(screen.getAllByRole('button', { name: 'Finalizar' }).at(-1) as HTMLElement) // the button of the head

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    expect(server.received(updateTicket).at(-1)?.body).toMatchObject({
      status: 'closed',
      useIntegration: false,
    })
  })

  it('LOOK a ticket resolved by mistake is restored with one press within five seconds', async () => {
    const { person, router, server } = openApp({ path: at, as: ana, serve: testApp })
    await screen.findByTitle('Ver o contato')
    await person.click(screen.getAllByRole('button', { name: 'Finalizar' }).at(-1) as HTMLElement) // the button of the head
    await screen.findByText('Atendimento com Marina Duarte finalizado.')

    await person.click(screen.getByRole('button', { name: 'Desfazer' }))

    await waitFor(() => expect(router.state.location.pathname).toBe(at))
    expect(server.received(updateTicket).at(-1)?.body).toMatchObject({ status: 'open', userId: ana.id })
    expect(await screen.findByRole('textbox', { name: 'Escreva uma mensagem' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
  })

  it('LOOK Ctrl+Z accepts a ticket again that was returned by mistake', async () => {
    const { person, router, server } = openApp({ path: at, as: ana, serve: testApp })
    await person.click(await screen.findByRole('button', { name: 'Devolver' }))
    await screen.findByText('Atendimento com Marina Duarte devolvido.')

    await person.keyboard('{Control>}[KeyZ]{/Control}')

    await waitFor(() => expect(router.state.location.pathname).toBe(at))
    expect(server.received(updateTicket).at(-1)?.body).toMatchObject({ status: 'open', userId: ana.id })
  })

  it("LOOK offers no undo that would take over another person's ticket", async () => {
    const carlas = { ...marina, userId: userId(9), user: { id: userId(9), name: 'Carla' } }
    const { person, router } = openApp({ path: at, as: davi, serve: (server) => testApp(server, [carlas]) })

    await person.click(await screen.findByRole('button', { name: 'Devolver' }))

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull()
  })

  it('TICKET-21 reopen keeps it on screen', async () => {
    const closed = { ...marina, status: 'closed' as const }
    const { person, router } = openApp({ path: at, as: ana, serve: (server) => testApp(server, [closed]) })

    await person.click((await screen.findAllByRole('button', { name: 'Reabrir' }))[0] as HTMLElement) // it was found

    expect(await screen.findByRole('textbox', { name: 'Escreva uma mensagem' })).toBeTruthy()
    expect(router.state.location.pathname).toBe(at)
  })

  it('CONVO-22 CONVO-23 a closed ticket offers to reopen it instead of a composer', async () => {
    openApp({ path: at, as: ana, serve: (server) => testApp(server, [{ ...marina, status: 'closed' }]) })

    expect(await screen.findByText('Reabra o atendimento para responder.')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Finalizar' })).toBeNull()
  })

  it('TICKET-36 a ticket of another queue is refused, and the list shows', async () => {
    const { router } = openApp({
      path: at,
      as: ana,
      serve: (server) =>
        testApp(server).on(getTicketByUuid, () => {
          throw refused('ERR_NO_PERMISSION')
        }),
    })

    expect(await screen.findByText('Acesso não permitido')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/tickets')
  })

  it('TICKET-27 a person who has a deleted ticket open reads that, and gets the list', async () => {
    const { socket, router } = openApp({ path: at, as: ana, serve: testApp })
    await screen.findByTitle('Ver o contato')

    socket.say(liveChannel.ticket(companyId), {
      action: 'delete',
      ticketId: marina.id,
      reason: 'deleted',
      version: 2,
    })

    expect(await screen.findByText('Ticket deleted sucessfully.')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/tickets')
  })

  it('RT-24 losing access shows another text; a ticket that only leaves a list stays open', async () => {
    const { socket, router } = openApp({ path: at, as: ana, serve: testApp })
    await screen.findByTitle('Ver o contato')
    const leaves = (reason: 'status' | 'access') =>
      socket.say(liveChannel.ticket(companyId), { action: 'delete', ticketId: marina.id, reason, version: 2 })

    leaves('status')
    expect(router.state.location.pathname).toBe(at)
    leaves('access')

    expect(await screen.findByText('Acesso não permitido')).toBeTruthy()
    expect(screen.queryByText('Ticket deleted sucessfully.')).toBeNull()
    expect(router.state.location.pathname).toBe('/tickets')
  })

  it("RT-24 the person's own act on another page closes the ticket without a text", async () => {
    const { socket, router } = openApp({ path: at, as: ana, serve: testApp })
    await screen.findByTitle('Ver o contato')
    const elsewhere = {
      ...marina,
      status: 'pending' as const,
      userId: null,
      user: null,
      queueId: null,
      queue: null,
    }

    socket.say(liveChannel.ticket(companyId), {
      action: 'update',
      ticketId: marina.id,
      ticket: { ...elsewhere, version: marina.version + 1 },
    })

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    expect(screen.queryByText('Acesso não permitido')).toBeNull()
    expect(screen.queryByText('Ticket deleted sucessfully.')).toBeNull()
  })

  it('TICKET-28 deleting asks first and names what is lost', async () => {
    const { person, server } = openApp({
      path: at,
      as: davi,
      serve: (fixture) => testApp(fixture).on(deleteTicket, () => ({ message: 'ticket deleted' })),
    })
    await person.click(await screen.findByRole('button', { name: 'Mais ações' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Excluir' }))

    const question = await screen.findByRole('dialog', { name: 'Excluir o atendimento #1?' })
    expect(server.received(deleteTicket)).toEqual([])
    await person.click(within(question).getByRole('button', { name: 'Excluir atendimento' }))

    await waitFor(() => expect(server.received(deleteTicket)).toHaveLength(1))
  })

  it('PERM-03 an owner who is no admin has no delete button', async () => {
    const { person } = openApp({ path: at, as: ana, serve: testApp })

    await person.click(await screen.findByRole('button', { name: 'Mais ações' }))

    expect(await screen.findByRole('menuitem', { name: 'Agendar' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Excluir' })).toBeNull()
  })

  it('TICKET-25 a transfer without a queue shows an error and sends nothing', async () => {
    const { person, server } = openApp({ path: at, as: ana, serve: testApp })
    await person.click(await screen.findByRole('button', { name: 'Transferir (Alt+T)' }))

    const dialog = await screen.findByRole('dialog', { name: 'Transferir atendimento' })
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox', { name: 'Usuário (opcional)' }))
    await person.click(within(dialog).getByRole('button', { name: 'Transferir' }))

    expect((await within(dialog).findAllByText('Selecione uma fila')).length).toBeGreaterThan(1)
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox', { name: 'Fila' }))
    expect(server.received(updateTicket)).toEqual([])
  })

  it('Escape returns to the list when nothing else is open', async () => {
    const { person, router } = openApp({ path: at, as: ana, serve: testApp })
    await screen.findByTitle('Ver o contato')

    await person.keyboard('{Escape}')

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
  })
})

describe('a new ticket', () => {
  async function fillIn(person: ReturnType<typeof openApp>['person']) {
    await person.click((await screen.findAllByRole('button', { name: 'Novo atendimento' }))[0] as HTMLElement) // found
    const dialog = await screen.findByRole('dialog', { name: 'Novo atendimento' })
    await person.type(within(dialog).getByRole('combobox', { name: 'Contato' }), 'rui')
    await person.click(await screen.findByRole('option', { name: /Rui Farias/ }))
    return dialog
  }
  const save = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Salvar' })

  const inTwoQueues = aSessionUser({ queues: [join(sales), join(support)] })

  it('TICKET-29 an attendant of one queue is not asked for it', async () => {
    const { person, server } = openApp({
      path: '/tickets',
      as: ana,
      serve: (fixture) => testApp(fixture).on(createTicket, () => marina),
    })
    const dialog = await fillIn(person)
    expect(within(dialog).queryByRole('combobox', { name: 'Fila' })).toBeNull()

    await person.click(save(dialog))

    await waitFor(() => expect(server.received(createTicket)[0]?.body.queueId).toBe(sales.id))
  })

  it('TICKET-29 an attendant must choose a queue', async () => {
    const { person, server } = openApp({ path: '/tickets', as: inTwoQueues, serve: testApp })
    const dialog = await fillIn(person)

    await person.click(save(dialog))

    expect((await within(dialog).findAllByText('Selecione uma fila')).length).toBeGreaterThan(1)
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox', { name: 'Fila' }))
    expect(server.received(createTicket)).toEqual([])
  })

  it('TICKET-30 TICKET-49 an admin needs no queue, and the conversation opens', async () => {
    const { person, router, server } = openApp({
      path: '/tickets',
      as: davi,
      serve: (fixture) => testApp(fixture).on(createTicket, () => marina),
    })
    const dialog = await fillIn(person)

    await person.click(save(dialog))

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${marina.uuid}`))
    expect(server.received(createTicket)[0]?.body).toMatchObject({
      contactId: 2,
      queueId: null,
      userId: davi.id,
      status: 'open',
    })
  })

  /** The server's description of the live ticket that prevents the creation (TICKET-35). */
  const existing = (ticket: TicketView, user: { id: UserId | null; name: string }) =>
    failed(409, {
      error: JSON.stringify({
        id: ticket.id,
        uuid: ticket.uuid,
        status: ticket.status,
        userId: user.id,
        queueId: support.id,
        user,
        queue: support,
      }),
    })

  it("TICKET-32 names the owner and the queue of a colleague's ticket", async () => {
    const { person, router } = openApp({
      path: '/tickets',
      as: davi,
      serve: (fixture) =>
        testApp(fixture).on(createTicket, () => {
          throw existing(marina, { id: userId(3), name: 'Caio' })
        }),
    })
    const dialog = await fillIn(person)

    await person.click(save(dialog))

    expect(
      await screen.findByText('Este contato já está em atendimento com Caio, na fila Assistência.'),
    ).toBeTruthy()
    expect(router.state.location.pathname).toBe('/tickets')
  })

  it.each([
    ['of one’s own', { id: davi.id, name: davi.name }],
    ['without an owner', { id: null, name: '' }],
  ])('TICKET-33 a ticket %s is opened', async (_, user) => {
    const { person, router } = openApp({
      path: '/tickets',
      as: davi,
      serve: (fixture) =>
        testApp(fixture).on(createTicket, () => {
          throw existing(marina, user)
        }),
    })
    const dialog = await fillIn(person)

    await person.click(save(dialog))

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${marina.uuid}`))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Novo atendimento' })).toBeNull())
  })
})

describe('a message from the composer', () => {
  it('GEN-12 is sent at once, without a debounce', async () => {
    const { person, server } = openApp({
      path: `/tickets/${marina.uuid}`,
      as: ana,
      serve: (fixture) => testApp(fixture).on(sendMessage, () => new Promise(() => undefined)),
    })

    await person.type(await screen.findByRole('textbox', { name: 'Escreva uma mensagem' }), 'Oi{Enter}')

    expect(server.received(sendMessage)).toHaveLength(1)
  })
})

describe('accept the next', () => {
  const waits = { ...rui, status: 'open', userId: ana.id, user: { id: ana.id, name: 'Ana Lima' } } as const

  function openWelcome(next: TicketView | null, tickets?: readonly TicketView[]) {
    return openApp({
      path: '/tickets',
      as: ana,
      serve: (server) =>
        testApp(server, tickets)
          .on(acceptNextTicket, () => ({ ticket: next }))
          .on(listMessages, () => ({ messages: [], ticket: waits, count: 0, hasMore: false })),
    })
  }

  it('opens the ticket that has waited longest, by keyboard too', async () => {
    const { person, server, router } = openWelcome(waits)

    const button = await screen.findByRole('button', { name: 'Aceitar a próxima' })
    button.focus()
    await person.keyboard('{Enter}')

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${rui.uuid}`))
    expect(server.received(acceptNextTicket)).toHaveLength(1)
  })

  it('reports that a colleague was quicker with the last one', async () => {
    const { person, router } = openWelcome(null)

    await person.click(await screen.findByRole('button', { name: 'Aceitar a próxima' }))

    await screen.findByText('Ninguém está aguardando agora.')
    expect(router.state.location.pathname).toBe('/tickets')
  })

  it('shows no button while no ticket waits', async () => {
    openWelcome(null, [marina])

    await screen.findByText('Tudo pronto para atender')
    await screen.findByText('Marina Duarte')

    expect(screen.queryByRole('button', { name: 'Aceitar a próxima' })).toBeNull()
  })
})

it('the list marks a message that could not be sent, instead of its clock', async () => {
  const failed = { ...marina, lastMessage: 'Chega sexta', lastMessageFromMe: true, lastMessageFailed: true }
  openApp({ path: '/tickets', as: ana, serve: (server) => testApp(server, [failed]) })

  const row = within((await screen.findByText('Chega sexta')).closest('article') ?? document.body)

  expect(row.getByRole('img', { name: 'não enviada' })).toBeTruthy()
  expect(row.queryByRole('img', { name: 'aguardando envio' })).toBeNull()
})

describe('the row of a waiting ticket that a bot answered', () => {
  const answered = {
    ...rui,
    lastMessage: 'Escolha uma opção',
    lastMessageFromMe: true,
    lastMessageAck: 1,
    customerWords: 'O sofá chegou rasgado',
  }
  const rowOfWaiting = async (different: Partial<TicketView> = {}) => {
    const { person } = openApp({
      path: '/tickets',
      as: ana,
      serve: (server) => testApp(server, [{ ...answered, ...different }]),
    })
    await person.click(await screen.findByRole('tab', { name: 'Aguardando 1' }))
    return within(await rowOf(rui.contact.name))
  }

  it("shows the customer's last message, without our ticks", async () => {
    const row = await rowOfWaiting()

    expect(row.getByText('O sofá chegou rasgado')).toBeTruthy()
    expect(row.queryByText('Escolha uma opção')).toBeNull()
    expect(row.queryByRole('img', { name: 'enviada' })).toBeNull()
  })

  it("shows that the bot's answer could not be sent", async () => {
    const row = await rowOfWaiting({ lastMessageFailed: true })

    expect(row.getByRole('img', { name: 'não enviada' })).toBeTruthy()
    expect(row.getByText('Escolha uma opção')).toBeTruthy()
  })
})

describe('TICKET-10 MESSAGE-12 the row of a group', () => {
  const saulo = { id: contactId(70), name: 'Saulo' }
  const condominium = {
    ...marina,
    isGroup: true,
    contact: aTicketContact({ id: contactId(7), name: 'Condomínio Aurora', isGroup: true }),
    contactId: contactId(7),
    lastMessage: 'a portaria libera até as 17h',
    lastMessageAuthor: saulo,
  }
  const wordsOf = async () => (await rowOf('Condomínio Aurora')).textContent

  it('shows the author before the last message, and a file by its kind', async () => {
    const { socket } = openApp({
      path: '/tickets',
      as: ana,
      serve: (server) => testApp(server, [condominium]),
    })

    expect(await wordsOf()).toContain('Saulo: a portaria libera até as 17h')
    expect(screen.getByText('Saulo').closest('b')?.textContent).toBe('Saulo: ')

    const photo = { ...condominium, lastMessage: '📷', version: 2 }
    socket.subscribe()
    socket.say(liveChannel.ticket(companyId), { action: 'update', ticketId: photo.id, ticket: photo })
    await waitFor(async () => expect(await wordsOf()).toContain('Saulo: Foto'))
  })

  it("shows an author's new name at once", async () => {
    const { socket } = openApp({
      path: '/tickets',
      as: ana,
      serve: (server) => testApp(server, [condominium]),
    })
    await screen.findByText('Saulo')

    socket.subscribe()
    socket.say(liveChannel.contact(companyId), {
      action: 'update',
      contact: {
        ...aTicketContact(),
        id: saulo.id,
        name: 'Seu Saulo',
        uuid: uuidOf(70),
        createdAt: '',
        updatedAt: '',
      },
    })

    await waitFor(async () => expect(await wordsOf()).toContain('Seu Saulo: a portaria libera'))
  })

  it('shows no author when the last message is ours', async () => {
    const ours = {
      ...condominium,
      lastMessage: 'Combinado',
      lastMessageFromMe: true,
      lastMessageAuthor: null,
    }
    openApp({ path: '/tickets', as: ana, serve: (server) => testApp(server, [ours]) })

    expect(await wordsOf()).toContain('Combinado')
    expect(within(await rowOf('Condomínio Aurora')).queryByText(/Saulo/)).toBeNull()
  })
})

describe('a merged ticket', () => {
  const kept = { ...rui, status: 'open', userId: ana.id, user: { id: ana.id, name: 'Ana Lima' } } as const

  it('the page follows to the remaining ticket, and keeps the draft', async () => {
    let isMerged = false
    const { person, router, socket } = openApp({
      path: `/tickets/${marina.uuid}`,
      as: ana,
      serve: (server) =>
        testApp(server, [marina, kept])
          .on(getTicketByUuid, ({ params }) => (params.uuid === marina.uuid && !isMerged ? marina : kept))
          .on(listMessages, () => ({ messages: [], ticket: kept, count: 0, hasMore: false })),
    })
    await person.type(await screen.findByPlaceholderText('Escreva uma mensagem'), 'Chega na sexta')

    isMerged = true
    act(() =>
      socket.say(liveChannel.ticket(companyId), {
        action: 'delete',
        ticketId: marina.id,
        reason: 'deleted',
        version: 2,
        mergedInto: kept.id,
      }),
    )

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${kept.uuid}`))
    await screen.findByText('Descobrimos que é a mesma pessoa: a conversa continua com Rui Farias.')
    expect(await screen.findByPlaceholderText('Escreva uma mensagem')).toHaveProperty(
      'value',
      'Chega na sexta',
    )
  })

  it('an old address leads to it without a toast', async () => {
    const { router } = openApp({
      path: `/tickets/${marina.uuid}`,
      as: ana,
      serve: (server) =>
        testApp(server, [kept])
          .on(getTicketByUuid, () => kept)
          .on(listMessages, () => ({ messages: [], ticket: kept, count: 0, hasMore: false })),
    })

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${kept.uuid}`))
    expect(screen.queryByText(/mesma pessoa/)).toBeNull()
  })
})
