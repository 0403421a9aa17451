import '../../../app/ticket-area-page' // its page, loaded before a test waits for it
import { listConnections } from '@balcao/contract/connections'
import { createContact, listContactChoices } from '@balcao/contract/contacts'
import { listMessages } from '@balcao/contract/messages'
import { listUserChoices } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import {
  createTicket,
  getTicketByUuid,
  snoozeTicket,
  type TicketView,
  updateTicket,
  wakeTicket,
} from '@balcao/contract/tickets'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  aConnection,
  anAdmin,
  aQueue,
  aSessionUser,
  connectionId,
  queueId,
  userId,
} from '../../../testing/makers'
import { openApp } from '../../../testing/open-app'
import { aContact, aTicket, contactId, sales, support } from '../../../testing/ticket-makers'

vi.setConfig({ testTimeout: 60_000 }) // many steps each, in the whole application, on a machine that may be busy

const ana = aSessionUser({
  queues: [{ ...sales, UserQueue: { queueId: sales.id, userId: userId(2) } }],
})
const davi = anAdmin()
const open = aTicket({ userId: ana.id, user: { id: ana.id, name: ana.name } })
const caio = {
  id: userId(3),
  name: 'Caio Souza',
  queues: [{ ...support, UserQueue: { queueId: support.id, userId: userId(3) } }],
}
const bia = {
  id: userId(4),
  name: 'Bia Rocha',
  queues: [sales, support].map((one) => ({ ...one, UserQueue: { queueId: one.id, userId: userId(4) } })),
}

/** Opens a conversation. With `neverAnswers` changes stay pending; otherwise the server stores them. */
async function openTicket(ticket: TicketView, as = ana, neverAnswers = false) {
  const app = openApp({
    path: `/tickets/${ticket.uuid}`,
    as,
    serve: (server) =>
      server
        .on(getTicketByUuid, () => ticket)
        .on(listMessages, () => ({ messages: [], ticket, count: 0, hasMore: false }))
        .on(listQueues, () => [aQueue(), aQueue({ ...support, orderQueue: 2 })])
        .on(listConnections, () => [aConnection(), aConnection({ id: connectionId(2), name: 'Loja Norte' })])
        .on(listUserChoices, () => [caio, bia, { id: ana.id, name: ana.name, queues: ana.queues }])
        .on(snoozeTicket, () => ({ ...ticket, status: 'snoozed' as const, version: 2 }))
        .on(wakeTicket, () => ({ ...ticket, status: 'open' as const, version: 2 }))
        .on(updateTicket, () => (neverAnswers ? new Promise(() => undefined) : { ...ticket, version: 2 })),
  })
  const head = (await screen.findByTitle('Ver o contato')).closest('header')
  if (head === null) throw new Error('The head of a conversation is a header')
  return { ...app, acts: within(head) }
}

describe('CONVO-21 CONVO-22 the head offers', () => {
  async function offered(ticket: TicketView, as = ana) {
    const { person, acts } = await openTicket(ticket, as)
    const buttons = acts
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
      .filter((name) => name !== 'Buscar nesta conversa') // in every status
    const more = acts.queryByRole('button', { name: 'Mais ações' })
    if (more === null) return { buttons: buttons.slice(1), menu: [] }
    await person.click(more)
    return {
      buttons: buttons.slice(1, -1),
      menu: (await screen.findAllByRole('menuitem')).map((one) => one.textContent?.trim()),
    }
  }

  it.each([
    ['pending', ana, ['Aceitar'], []],
    ['open', ana, ['Devolver', 'Adiar (Alt+S)', 'Transferir (Alt+T)', 'Finalizar'], ['Agendar']],
    ['closed', ana, ['Reabrir'], []],
    ['pending', davi, ['Aceitar'], ['Excluir']],
    ['open', davi, ['Devolver', 'Adiar (Alt+S)', 'Transferir (Alt+T)', 'Finalizar'], ['Agendar', 'Excluir']],
    ['closed', davi, ['Reabrir'], ['Excluir']],
    ['snoozed', ana, ['Retomar'], ['Finalizar']],
  ] as const)('of a ticket that is %s', async (status, as, buttons, menu) => {
    expect(await offered({ ...open, status }, as)).toEqual({ buttons, menu })
  })
})

it('CONVO-22 while one act runs the buttons wait', async () => {
  const { person, acts } = await openTicket(open, ana, true)

  await person.click(acts.getByRole('button', { name: 'Finalizar' }))

  await waitFor(() =>
    expect(
      ['Finalizar', 'Devolver', 'Transferir (Alt+T)', 'Mais ações'].map(
        (name) => acts.getByRole<HTMLButtonElement>('button', { name }).disabled,
      ),
    ).toEqual([true, true, true, true]),
  )
})

describe('snoozing', () => {
  it('by the keyboard, until the customer writes, leads to the list', async () => {
    const { person, server, router } = await openTicket(open)
    await person.keyboard('{Alt>}s{/Alt}')
    const dialog = within(await screen.findByRole('dialog', { name: /^Adiar o atendimento/ }))

    await person.click(dialog.getByRole('combobox', { name: 'Até quando' }))
    await person.click(await screen.findByText('Até o cliente escrever', { selector: 'li' }))
    await person.click(dialog.getByText('Adiar', { selector: 'button' }))

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    expect(server.received(snoozeTicket)[0]?.body).toEqual({ until: null })
  })

  it('until another time sends that time of the company, and asks for a whole one', async () => {
    const { person, server, acts } = await openTicket(open)
    await person.click(acts.getByRole('button', { name: 'Adiar (Alt+S)' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Adiar o atendimento/ }))
    await person.click(dialog.getByRole('combobox', { name: 'Até quando' }))
    await person.click(await screen.findByText('Outra data e hora', { selector: 'li' }))
    const moment = dialog.getByLabelText('Data e hora')

    await person.clear(moment)
    await person.click(dialog.getByText('Adiar', { selector: 'button' }))
    expect(server.received(snoozeTicket)).toEqual([])
    await person.type(moment, '311220990930')
    await person.click(dialog.getByText('Adiar', { selector: 'button' }))

    await waitFor(() => expect(server.received(snoozeTicket)).toHaveLength(1))
    expect(server.received(snoozeTicket)[0]?.body).toEqual({ until: '2099-12-31T12:30:00.000Z' })
  })

  it('ends by the button beside the closed composer', async () => {
    const { person, server } = await openTicket({ ...open, status: 'snoozed', snoozedUntil: null })
    const composer = (await screen.findByText('Retome o atendimento para responder.')).closest('div')
    if (composer === null) throw new Error('The reason has the button beside it')

    await person.click(within(composer).getByRole('button', { name: 'Retomar' }))

    await waitFor(() => expect(server.received(wakeTicket)).toHaveLength(1))
  })
})

describe('TICKET-26 the transfer', () => {
  async function openTransfer() {
    const app = await openTicket(open)
    await app.person.click(app.acts.getByLabelText('Transferir (Alt+T)'))
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Transferir atendimento' })) }
  }
  type Transfer = Awaited<ReturnType<typeof openTransfer>>
  async function choose({ person, dialog }: Transfer, field: string, option: string) {
    await person.click(dialog.getByLabelText(field))
    await person.click(await screen.findByText(option, { selector: 'li' }))
  }
  async function choosePerson({ person, dialog }: Transfer, { name } = caio) {
    await person.click(dialog.getByLabelText('Usuário (opcional)'))
    await person.paste(name.slice(0, 3))
    await person.click(await screen.findByText(name, { selector: 'li' }))
  }
  const optionsOf = async ({ person, dialog }: Transfer, field: string) => {
    await person.click(dialog.getByRole('combobox', { name: field }))
    return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  }

  it('SHELL-45 TICKET-23 a transfer to a queue alone sends no person and leads to the list', async () => {
    const transfer = await openTransfer()

    await choose(transfer, 'Fila', 'Assistência')
    await transfer.person.click(transfer.dialog.getByText('Transferir', { selector: 'button' }))

    await waitFor(() => expect(transfer.router.state.location.pathname).toBe('/tickets'))
    expect(transfer.server.received(updateTicket)[0]?.body).toEqual({
      status: 'pending',
      userId: null,
      queueId: support.id,
    })
  })

  it('offers all queues without a person', async () => {
    expect(await optionsOf(await openTransfer(), 'Fila')).toEqual([
      'Selecione uma fila',
      'Vendas',
      'Assistência',
    ])
  })

  it('GEN-10 searches people from three characters on', async () => {
    const { person, dialog, server } = await openTransfer()

    await person.type(dialog.getByRole('combobox', { name: 'Usuário (opcional)' }), 'ca')

    expect(await screen.findByText('Escreva pelo menos 3 letras ou números.')).toBeTruthy()
    expect(server.received(listUserChoices)).toEqual([])
  })

  it('offers the queues of a chosen person only', async () => {
    const transfer = await openTransfer()

    await choosePerson(transfer)

    expect(await optionsOf(transfer, 'Fila')).toEqual(['Selecione uma fila', 'Assistência'])
  })

  it('TICKET-26 with a person their only queue is chosen already', async () => {
    const transfer = await openTransfer()

    await choosePerson(transfer)
    await transfer.person.click(transfer.dialog.getByText('Transferir', { selector: 'button' }))

    await waitFor(() => expect(transfer.server.received(updateTicket)).toHaveLength(1))
    expect(transfer.server.received(updateTicket)[0]?.body).toEqual({
      status: 'open',
      userId: caio.id,
      queueId: support.id,
    })
  })

  it.each([
    ['the queue that was chosen before stays chosen', ['Assistência'], support.id],
    ['the ticket stays in its queue', [], sales.id],
  ])('TICKET-26 with a person of several queues %s', async (_, before, queueId) => {
    const transfer = await openTransfer()
    for (const queue of before) await choose(transfer, 'Fila', queue)

    await choosePerson(transfer, bia)
    await transfer.person.click(transfer.dialog.getByText('Transferir', { selector: 'button' }))

    await waitFor(() => expect(transfer.server.received(updateTicket)).toHaveLength(1))
    expect(transfer.server.received(updateTicket)[0]?.body).toEqual({
      status: 'open',
      userId: bia.id,
      queueId,
    })
  })

  it('TICKET-24 a transfer to a person keeps it open, on another connection when chosen', async () => {
    const transfer = await openTransfer()

    await choosePerson(transfer)
    await choose(transfer, 'Fila', 'Assistência')
    await choose(transfer, 'Conexão (opcional)', 'Loja Norte')
    await transfer.person.click(transfer.dialog.getByText('Transferir', { selector: 'button' }))

    await waitFor(() => expect(transfer.server.received(updateTicket)).toHaveLength(1))
    expect(transfer.server.received(updateTicket)[0]?.body).toEqual({
      status: 'open',
      userId: caio.id,
      queueId: support.id,
      whatsappId: 2,
    })
  })

  it('Cancelar sends nothing', async () => {
    const { person, dialog, server } = await openTransfer()

    await person.click(dialog.getByRole('button', { name: 'Cancelar' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.received(updateTicket)).toEqual([])
  })
})

describe('TICKET-49 the new ticket', () => {
  async function openNew() {
    const app = openApp({
      path: '/tickets',
      as: davi,
      serve: (server) =>
        server
          .on(listQueues, () => [aQueue()])
          .on(listContactChoices, () => [
            { id: contactId(3), name: 'Mário Zanin', number: '5551933334444' },
            { id: contactId(2), name: 'Álvaro Mário', number: '' },
          ])
          .on(createContact, ({ body }) =>
            aContact({ id: contactId(9), name: body.name, number: body.number }),
          )
          .on(createTicket, () => open)
          .on(getTicketByUuid, () => open)
          .on(listMessages, () => ({ messages: [], ticket: open, count: 0, hasMore: false })),
    })
    const [button] = await screen.findAllByRole('button', { name: 'Novo atendimento' })
    if (button !== undefined) await app.person.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo atendimento' }))
    return { ...app, dialog, field: dialog.getByRole('combobox', { name: 'Contato' }) }
  }

  it('SHELL-45 GEN-10 offers contacts with their numbers, from three characters on, debounced', async () => {
    const { person, field, server } = await openNew()

    await person.type(field, 'má')
    expect(await screen.findByText('Escreva pelo menos 3 letras ou números.')).toBeTruthy()
    await person.type(field, 'r')
    await screen.findByRole('option', { name: /Zanin/ })

    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Mário Zanin+55 51 93333-4444',
      'Álvaro Mário',
      'Criar contato “már”',
    ])
    expect(server.received(listContactChoices).map(({ query }) => query.name)).toEqual(['már'])
  })

  it('TICKET-50 creates a contact from an unknown name; saving then opens the conversation', async () => {
    const { person, dialog, field, router, server } = await openNew()
    await person.click(field)
    await person.paste('Zélia')
    await person.click(await screen.findByText('Criar contato “Zélia”', { selector: 'li' }))
    const form = within(await screen.findByRole('dialog', { name: 'Novo contato' }))
    expect(form.getByLabelText('Nome')).toHaveProperty('value', 'Zélia')

    await person.click(form.getByLabelText('Número do WhatsApp'))
    await person.paste('51988887777')
    await person.click(form.getByText('Salvar'))
    await waitFor(() => expect(screen.queryByLabelText('Número do WhatsApp')).toBeNull())
    await person.click(dialog.getByLabelText('Fila'))
    await person.click(await screen.findByText('Vendas', { selector: 'li' }))
    await person.click(dialog.getByText('Salvar'))

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${open.uuid}`))
    expect(server.received(createTicket)[0]?.body).toMatchObject({ contactId: 9, queueId: queueId(1) })
  })
})
