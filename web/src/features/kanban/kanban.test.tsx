import { countKanbanTickets, listKanbanTickets } from '@balcao/contract/kanban'
import { liveChannel } from '@balcao/contract/live'
import { listUserChoices } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { createTag, listKanbanTags, type TagWithUsageView } from '@balcao/contract/tags'
import { addTicketTag, removeKanbanTags } from '@balcao/contract/ticket-tags'
import { listTickets, type TicketView } from '@balcao/contract/tickets'
import type { TagId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { anAdmin, aQueue, aSessionUser, companyId, queueId, times, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aTicket, aTicketContact, contactId, ticketId, uuidOf } from '../../testing/ticket-makers'
import { lanesOfTicket, laneWithCard } from './lanes'

const aTag = (id: number, name: string): TagWithUsageView => ({
  id: id as TagId,
  name,
  color: '#aa0000',
  kanban: 1,
  userId: null,
  ticketsCount: 0,
  ...times,
})
const proposal = aTag(7, 'Proposta')
const closing = aTag(8, 'Fechado')
const onLane = ({ id, name, color }: TagWithUsageView) => [{ id, name, color }]
const card = (id: number, name: string, change: Partial<TicketView> = {}) =>
  aTicket({ id: ticketId(id), contact: aTicketContact({ name }), ...change })

/** Opens the board on a server that answers the current content of `tickets`, which a test may change. */
const open = (tickets: TicketView[], serve?: (server: FakeServer) => void, as = anAdmin()) =>
  openApp({
    path: '/kanban',
    as,
    serve: (server) => {
      const lanes = [7, 8]
      const inLane = (lane?: number) =>
        tickets.filter((ticket) => lane === undefined || lanesOfTicket(ticket, lanes).includes(lane))
      server
        .on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
        .on(listKanbanTags, () => ({ lista: [proposal, closing] }))
        .on(listQueues, () => [aQueue({ id: queueId(1), name: 'Vendas' })])
        .on(listUserChoices, () => [])
        .on(listKanbanTickets, ({ query }) => {
          const found = inLane(query.lane)
          return { tickets: found, count: found.length, hasMore: false, next: null }
        })
        .on(countKanbanTickets, () => ({
          lanes: [0, ...lanes].map((lane) => ({ lane, count: inLane(lane).length })),
        }))
      serve?.(server)
    },
  })

const fails = () => {
  throw failed(500, { error: 'Internal server error' })
}
const lane = (name: string) => screen.findByRole('region', { name })
const namesIn = async (name: string) =>
  within(await lane(name))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)

async function moveByMenu(person: ReturnType<typeof open>['person'], name: string, to: string) {
  await person.click(await screen.findByRole('button', { name: `Mover ${name} para` }))
  await person.click(await screen.findByRole('menuitem', { name: to }))
}

describe('the board', () => {
  it("KANBAN-02 a card shows its attendant and the ticket's age", async () => {
    const createdAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
    open([card(1, 'Marina', { createdAt, user: { id: userId(2), name: 'Ana Lima' } }), card(2, 'Rafael')])

    const cardOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')

    expect((await cardOf('Marina'))?.textContent).toMatch(/Ana Lima.*Aberto há 3 d/)
    expect((await cardOf('Rafael'))?.textContent).toContain('Ninguém atende')
  })

  it('KANBAN-02 a card shows the number; a group has no number and shows no lone plus', async () => {
    const group = card(2, 'Família', {
      isGroup: true,
      contact: aTicketContact({ name: 'Família', number: '', isGroup: true }),
    })
    open([card(1, 'Marina', { contact: aTicketContact({ name: 'Marina', number: '5551998742210' }) }), group])

    const cardOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')

    expect((await cardOf('Marina'))?.textContent).toContain('+55 51 99874-2210')
    expect((await cardOf('Família'))?.textContent).not.toContain('+')
  })

  it('KANBAN-01 a ticket with two lane tags has a card in each lane that names the other', async () => {
    open([card(1, 'Marina', { tags: [...onLane(proposal), ...onLane(closing)] })])

    expect((await lane('Proposta')).textContent).not.toContain('também em Proposta')
    await within(await lane('Proposta')).findByText('também em Fechado')
    expect(await within(await lane('Fechado')).findByText('também em Proposta')).toBeTruthy()
  })

  it('KANBAN-02 a voice message shows an icon and its kind', async () => {
    open([card(1, 'Marina', { lastMessage: '🎤 Áudio' })])

    const link = await screen.findByRole('link', { name: 'Marina' })

    expect(link.closest('li')?.textContent).toContain('Áudio')
    expect(link.closest('li')?.textContent).not.toContain('🎤')
  })

  it('KANBAN-02 MESSAGE-12 the card of a group shows the author of the last message', async () => {
    const lastMessageAuthor = { id: contactId(70), name: 'Saulo' }
    open([card(1, 'Condomínio Aurora', { isGroup: true, lastMessage: 'até as 17h', lastMessageAuthor })])

    const link = await screen.findByRole('link', { name: 'Condomínio Aurora' })

    expect(link.closest('li')?.textContent).toContain('Saulo: até as 17h')
  })

  it('KANBAN-01 KANBAN-02 SHELL-06 the first lane has untagged tickets; cards lead to tickets', async () => {
    open([card(1, 'Marina'), card(2, 'Rafael', { tags: onLane(proposal), lastMessage: 'Fechado!' })])

    await screen.findByRole('link', { name: 'Rafael' })
    expect(screen.getAllByRole('heading', { level: 2 }).map((it) => it.textContent)).toEqual([
      'Atendimento',
      'Gestão',
      'Em aberto1 cartão',
      'Proposta1 cartão',
      'Fechado0 cartão',
    ])
    expect([await namesIn('Em aberto'), await namesIn('Proposta'), await namesIn('Fechado')]).toEqual([
      ['Marina'],
      ['Rafael'],
      [],
    ])
    const shown = await lane('Proposta')
    expect(shown.textContent).toContain('+55 51 99874-2210')
    expect(shown.textContent).toContain('Fechado!')
    expect(within(shown).getByRole('link').getAttribute('href')).toBe(`/tickets/${uuidOf(2)}`)
    expect(screen.getByRole('link', { name: 'Kanban' })).toBeTruthy()
  })

  it('KANBAN-04 a move exchanges the tags and shows both toasts; from the first lane one toast', async () => {
    const rafael = card(2, 'Rafael', { tags: onLane(proposal) })
    const marina = card(1, 'Marina')
    const moved = (ticket: TicketView) => ({ ...ticket, tags: onLane(closing), version: 2 })
    const { person, server } = open([marina, rafael], (fake) =>
      fake.on(addTicketTag, ({ params }) => moved(params.ticketId === rafael.id ? rafael : marina)),
    )

    await moveByMenu(person, 'Marina', 'Fechado')
    await screen.findByText('Ticket Tag Adicionado com Sucesso!')
    expect(screen.queryByText('Ticket Tag Removido!')).toBeNull()
    await moveByMenu(person, 'Rafael', 'Fechado')
    await screen.findByText('Ticket Tag Removido!')

    expect(await namesIn('Fechado')).toEqual(['Rafael', 'Marina'])
    expect(server.received(addTicketTag).map(({ params, body }) => [params, body])).toEqual([
      [{ ticketId: 1, tagId: 8 }, { alone: true }],
      [{ ticketId: 2, tagId: 8 }, { alone: true }],
    ])
  })

  it('KANBAN-09 a move to the first lane removes the tag; a failed move is rolled back', async () => {
    const rafael = card(2, 'Rafael', { tags: onLane(proposal) })
    const { person, server } = open([rafael], (fake) =>
      fake
        .on(addTicketTag, () => {
          throw refused('ERR_NO_TAG_FOUND')
        })
        .on(removeKanbanTags, () => ({
          message: 'ok',
          ticket: { ...rafael, tags: [], version: 2 },
        })),
    )

    await moveByMenu(person, 'Rafael', 'Fechado')
    await screen.findByText('Nenhuma tag encontrada com este ID.')
    expect([await namesIn('Proposta'), await namesIn('Fechado')]).toEqual([['Rafael'], []])

    await moveByMenu(person, 'Rafael', 'Em aberto')
    await screen.findByText('Ticket Tag Removido!')
    expect(screen.queryByText('Ticket Tag Adicionado com Sucesso!')).toBeNull()
    expect(await namesIn('Em aberto')).toEqual(['Rafael'])
    expect(server.received(removeKanbanTags)).toHaveLength(1)
  })

  it('KANBAN-05 a failed load shows empty lanes, logs one line and shows no toast', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open([card(1, 'Marina')], (fake) => fake.on(listKanbanTickets, fails).on(countKanbanTickets, fails))

    await waitFor(() => expect(logged).toHaveBeenCalled())
    await lane('Fechado')
    const lines = logged.mock.calls.filter(([first]) => String(first).includes('board'))

    expect(lines).toHaveLength(1)
    expect(await namesIn('Em aberto')).toEqual([])
    expect(document.querySelector('[data-kind="error"]')).toBeNull()
  })

  it('RT-13 KANBAN-06 live events move, update, remove and add cards', async () => {
    const marina = card(1, 'Marina')
    const { socket } = open([marina])
    await screen.findByRole('link', { name: 'Marina' })
    const say = (ticket: TicketView) =>
      socket.say(liveChannel.ticket(companyId), { action: 'update', ticketId: ticket.id, ticket })

    say({ ...marina, tags: onLane(closing), version: 2 })
    await waitFor(async () => expect(await namesIn('Fechado')).toEqual(['Marina']))
    say(marina) // an older version
    say(card(3, 'Igor', { updatedAt: '2026-11-21T12:00:00.000Z' }))
    await waitFor(async () => expect(await namesIn('Em aberto')).toEqual(['Igor']))
    expect(await namesIn('Fechado')).toEqual(['Marina'])
    say({ ...marina, status: 'closed', tags: onLane(closing), version: 3 })
    await waitFor(async () => expect(await namesIn('Fechado')).toEqual([]))
  })

  it('KANBAN-06 the filters by queue and person are sent to the server', async () => {
    const { person, server } = open([card(1, 'Marina')], (fake) =>
      fake.on(listUserChoices, () => [{ id: userId(5), name: 'Rui', queues: [] }]),
    )
    await screen.findByRole('link', { name: 'Marina' })

    await person.click(screen.getByRole('combobox', { name: 'Fila' }))
    await person.click(await screen.findByRole('option', { name: 'Vendas' }))
    await person.click(screen.getByRole('combobox', { name: 'Atendente' }))
    await person.click(await screen.findByRole('option', { name: 'Rui' }))

    await waitFor(() =>
      expect(server.received(listKanbanTickets).at(-1)?.query).toMatchObject({ queueIds: [1], users: [5] }),
    )
  })

  it('TAG-04 supervisors and admins add a lane on the board; users have no such button', async () => {
    const { person, server } = open([], (fake) =>
      fake.on(createTag, ({ body }) => ({
        ...aTag(9, body.name),
        userId: null,
        ticketsCount: 0,
        createdAt: '2026-11-20T12:00:00.000Z',
        updatedAt: '2026-11-20T12:00:00.000Z',
      })),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar colunas' }))
    await person.click(await screen.findByRole('button', { name: 'Adicionar coluna' }))
    const form = await screen.findByRole('dialog', { name: 'Adicionar coluna' })
    await person.type(within(form).getByLabelText('Nome'), 'Entregue')
    await person.click(within(form).getByRole('button', { name: 'Salvar' }))

    await waitFor(() =>
      expect(server.received(createTag)[0]?.body).toMatchObject({ name: 'Entregue', kanban: 1 }),
    )
  })

  it('TAG-04 SHELL-28 a user moves cards and edits no lanes', async () => {
    open([card(1, 'Marina')], undefined, aSessionUser())

    await screen.findByRole('link', { name: 'Marina' })
    expect(screen.queryByRole('button', { name: 'Editar colunas' })).toBeNull()
  })
})

it('orders cards by their last change; leaves a card below the loaded part to its page', () => {
  const at = (id: number, day: number) =>
    aTicket({ id: ticketId(id), updatedAt: `2026-11-${day}T12:00:00.000Z` })
  const loaded = { cards: [at(1, 20), at(2, 18)], next: '1.2' }
  const ids = (ticket: TicketView) => laneWithCard(loaded, ticket).cards.map(({ id }) => id)

  expect(ids(at(3, 19))).toEqual([1, 3, 2])
  expect(ids(at(3, 17))).toEqual([1, 2])
  expect(ids(at(1, 10))).toEqual([2, 1])
})
