import { listContactChoices } from '@balcao/contract/contacts'
import {
  acceptNextTicket,
  createTicket,
  getTicketByUuid,
  listTickets,
  updateTicket,
} from '@balcao/contract/tickets'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '../../testing/open-app'
import { ana, anasTicket, messageField, talk, talkPath } from '../../testing/talk'
import { aTicket, aTicketContact, contactId, ticketId } from '../../testing/ticket-makers'

const second = aTicket({
  id: ticketId(2),
  updatedAt: '2026-11-20T11:00:00.000Z', // below the other one in the list
  userId: ana.id,
  user: anasTicket.user,
  contact: aTicketContact({ id: contactId(2), name: 'Rui Alves', number: '5551911112222' }),
})

function open(path = talkPath) {
  return openApp({
    path,
    as: ana,
    serve: (fixture) =>
      talk()(fixture)
        .on(listTickets, ({ query }) => {
          const mine = query.status === 'open' || query.searchParam !== '' ? [anasTicket, second] : []
          const tickets = mine.filter(({ contact }) => contact.name.includes(query.searchParam))
          return { tickets, count: tickets.length, hasMore: false }
        })
        .on(getTicketByUuid, ({ params }) => (params.uuid === second.uuid ? second : anasTicket))
        .on(listContactChoices, () => []),
  })
}

describe('the keyboard', () => {
  it('moves to the next ticket and back', async () => {
    const { person, router } = open()
    await messageField()
    await screen.findAllByText('Rui Alves')

    await person.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${second.uuid}`))
    await waitFor(() => expect(document.body.textContent).toContain('Rui Alves'))

    await person.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(router.state.location.pathname).toBe(talkPath))
  })

  it('resolves the ticket, beside a draft too', async () => {
    const { person, server } = open()
    server.on(updateTicket, () => ({ ...anasTicket, status: 'closed' as const }))
    await person.type(await messageField(), 'Oi')

    await person.keyboard('{Alt>}[KeyR]{/Alt}')

    await waitFor(() => expect(server.received(updateTicket)[0]?.body).toMatchObject({ status: 'closed' }))
  })

  it('accepts the ticket that has waited longest', async () => {
    const { person, server, router } = open('/tickets')
    server.on(acceptNextTicket, () => ({ ticket: second }))
    await screen.findAllByText('Rui Alves')

    await person.keyboard('{Alt>}[KeyA]{/Alt}')

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${second.uuid}`))
  })

  it('a question mark opens the sheet of shortcuts; in a field it is a character', async () => {
    const { person } = open()
    await person.type(await messageField(), '?')
    expect(screen.queryByRole('dialog')).toBeNull()

    ;(await messageField()).blur()
    await person.keyboard('?')

    const sheet = within(await screen.findByRole('dialog', { name: 'Atalhos do teclado' }))
    expect(sheet.getByText('Alt+R')).toBeTruthy()
    expect(sheet.getByText('Finalizar o atendimento')).toBeTruthy()
  })

  it('the quick switch opens a ticket by its contact, and a page by its name', async () => {
    const { person, router } = open()
    await messageField()

    await person.keyboard('{Control>}[KeyK]{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Ir para' })
    await person.type(field, 'Rui')
    await screen.findByRole('option', { name: /Rui Alves #2/ })
    await person.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${second.uuid}`))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await person.keyboard('{Control>}[KeyK]{/Control}')
    await person.type(await screen.findByRole('combobox', { name: 'Ir para' }), 'tarefas{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/todolist'))
  })

  it('the quick switch begins a ticket with a chosen contact; cancelling leaves nothing', async () => {
    const { person, server, router } = open()
    const rui = { id: contactId(7), name: 'Rui Prado', number: '5551933334444' }
    server.on(listContactChoices, () => [rui]).on(createTicket, () => second)
    await messageField()

    await person.keyboard('{Control>}[KeyK]{/Control}')
    await person.type(await screen.findByRole('combobox', { name: 'Ir para' }), 'Prado')
    await screen.findByRole('option', { name: /Rui Prado/ })
    await person.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo atendimento' }))
    expect(dialog.getByRole('combobox', { name: 'Contato' })).toHaveProperty('value', 'Rui Prado')
    await person.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location).toMatchObject({ pathname: talkPath, state: null })
    expect(server.received(createTicket)).toEqual([])
  })

  it('the note shortcut switches the composer to a note, the message shortcut back', async () => {
    const { person } = open()
    const note = () => screen.findByRole('textbox', { name: 'Observação: só a equipe lê' })
    await messageField()

    await person.keyboard('{Alt>}[KeyO]{/Alt}')
    expect(document.activeElement).toBe(await note())
    await person.keyboard('{Tab}{Alt>}[KeyO]{/Alt}')
    expect(document.activeElement).toBe(await note())
    await person.keyboard('{Alt>}[KeyM]{/Alt}')
    expect(document.activeElement).toBe(await messageField())
  })

  it('the search shortcut focuses its field beside the open conversation, and again', async () => {
    const { person, router } = open()
    await messageField()

    await person.keyboard('{Alt>}[KeyB]{/Alt}')
    const field = await screen.findByRole('searchbox')
    expect(document.activeElement).toBe(field)
    await person.keyboard('{Tab}')
    await person.keyboard('{Alt>}[KeyB]{/Alt}')

    expect(document.activeElement).toBe(field)
    expect(router.state.location.pathname).toBe(talkPath)
  })

  it('a resolved ticket leaves the focus in the list', async () => {
    const { person, server, router } = open()
    server.on(updateTicket, () => ({ ...anasTicket, status: 'closed' as const }))
    await messageField()
    await screen.findAllByText('Rui Alves')

    await person.keyboard('{Alt>}[KeyR]{/Alt}')

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    await waitFor(() => expect(document.activeElement?.closest('article')).not.toBeNull())
  })
})
