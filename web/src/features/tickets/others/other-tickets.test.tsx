import { liveChannel } from '@balcao/contract/live'
import { listOtherTicketsOfContact, type TicketView } from '@balcao/contract/tickets'
import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused } from '../../../testing/fake-server'
import { companyId, userId } from '../../../testing/makers'
import { anasTicket, openDrawer } from '../../../testing/open-drawer'
import { aTicket, support, ticketId } from '../../../testing/ticket-makers'

const contact = anasTicket.contact
const october = aTicket({
  id: ticketId(7),
  status: 'closed',
  contact,
  queue: support,
  user: { id: userId(9), name: 'Bia Souza' },
  lastMessage: 'Obrigada!',
  createdAt: '2026-10-02T15:00:00.000Z',
})
const waiting = aTicket({ id: ticketId(8), status: 'pending', contact, queue: null })

it('each shows its facts and leads to the ticket; a pending one leads to the pending list', async () => {
  const pages = [[october], [waiting]]
  const { person, router, drawer } = await openDrawer({
    serve: (server) =>
      server.on(listOtherTicketsOfContact, ({ query: { pageNumber } }) => ({
        tickets: pages[pageNumber - 1] ?? [],
        hasMore: pageNumber < pages.length,
      })),
  })
  const section = within(drawer).getByRole('region', { name: 'Outros atendimentos' })
  const closed = await within(section).findByRole('link')
  expect(closed.textContent).toBe('#702/10/2026Finalizado · Assistência · Bia SouzaObrigada!')
  expect(closed.getAttribute('href')).toBe(`/tickets/${october.uuid}`)

  await person.click(within(section).getByRole('button', { name: 'Mostrar mais atendimentos' }))
  await person.click(await within(section).findByRole('link', { name: /Aguardando · Sem fila/ }))

  expect(within(section).queryByRole('button', { name: 'Mostrar mais atendimentos' })).toBeNull()
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/tickets?sub=pending')
})

it('a failed load can be retried, and a new ticket appears', async () => {
  let answer: () => { tickets: TicketView[]; hasMore: boolean } = () => {
    throw refused('ERR_NO_TICKET_FOUND')
  }
  const { person, drawer, socket, server } = await openDrawer({
    serve: (fixture) => fixture.on(listOtherTicketsOfContact, () => answer()),
  })
  const section = within(drawer).getByRole('region', { name: 'Outros atendimentos' })
  await within(section).findByText(/Não foi possível carregar os outros atendimentos/)
  answer = () => ({ tickets: [], hasMore: false })
  await person.click(within(section).getByRole('button', { name: 'Tentar de novo' }))
  await within(section).findByText('Nenhum outro atendimento com este contato.')

  answer = () => ({ tickets: [waiting], hasMore: false })
  socket.say(liveChannel.ticket(companyId), { action: 'update', ticketId: waiting.id, ticket: waiting })

  await within(section).findByRole('link', { name: /#8/ })
  const asked = server.received(listOtherTicketsOfContact).length
  const anothers = aTicket({ id: ticketId(30) })
  socket.say(liveChannel.ticket(companyId), { action: 'update', ticketId: anothers.id, ticket: anothers })
  expect(server.received(listOtherTicketsOfContact)).toHaveLength(asked)
})

it('the link to all tickets of the contact leads to a search', async () => {
  const { person, router, drawer } = await openDrawer({
    serve: (server) => server.on(listOtherTicketsOfContact, () => ({ tickets: [october], hasMore: false })),
  })
  const section = within(drawer).getByRole('region', { name: 'Outros atendimentos' })

  await person.click(within(section).getByRole('button', { name: 'Ver todos os atendimentos deste contato' }))

  const { search } = router.state.location
  expect(new URLSearchParams(search).get('tab')).toBe('search')
  expect(new URLSearchParams(search).get('q')).toMatch(/^\d+$/)
})
