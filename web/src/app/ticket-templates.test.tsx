import {
  listMessageTemplates,
  type MessageTemplateView,
  sendTemplate,
} from '@balcao/contract/message-templates'
import { listMessages } from '@balcao/contract/messages'
import { listNotes } from '@balcao/contract/notes'
import { getTicketByUuid, type TicketView } from '@balcao/contract/tickets'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { failed } from '../testing/fake-server'
import { connectionId } from '../testing/makers'
import { openApp } from '../testing/open-app'
import { ana, anasTicket } from '../testing/open-drawer'
import { aTemplate } from '../testing/template-makers'
import { aMessage } from '../testing/ticket-makers'

const overOfficial = (change: Partial<TicketView> = {}): TicketView => ({
  ...anasTicket,
  whatsappId: connectionId(4),
  whatsapp: { id: connectionId(4), name: 'Oficial', provider: 'cloud' },
  replyUntil: new Date(Date.now() + 3_600_000).toISOString(),
  ...change,
})

function open(ticket: TicketView, templates: MessageTemplateView[] = [aTemplate()]) {
  return openApp({
    path: `/tickets/${ticket.uuid}`,
    as: ana,
    serve: (server) =>
      server
        .on(getTicketByUuid, () => ticket)
        .on(listMessages, () => ({ messages: [], ticket, count: 0, hasMore: false }))
        .on(listNotes, () => [])
        .on(listMessageTemplates, () => ({ templates, checkedAt: null }))
        .on(sendTemplate, () => aMessage()),
  })
}

it('while the window is open a template is chosen and sent by keyboard, and the draft stays', async () => {
  const ticket = overOfficial()
  const { person, server } = open(ticket)
  const field = await screen.findByPlaceholderText('Escreva uma mensagem')
  await person.type(field, 'Um rascunho')

  screen.getByRole('button', { name: 'Anexar' }).focus()
  await person.keyboard('{Enter}')
  const menu = within(await screen.findByRole('menu'))
  menu.getByRole('menuitem', { name: 'Enviar um modelo' }).focus()
  await person.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar um modelo' }))
  await dialog.findByRole('combobox', { name: 'Modelo' })
  await person.click(await screen.findByRole('option', { name: /pedido_enviado/ }))
  expect(await dialog.findByLabelText('Variável 1')).toHaveProperty('value', 'Marina Duarte')
  dialog.getByRole('button', { name: 'Enviar' }).focus()
  await person.keyboard('{Enter}')

  await waitFor(() => expect(server.received(sendTemplate)).toHaveLength(1))
  expect(server.received(sendTemplate)[0]).toMatchObject({
    params: { ticketId: ticket.id },
    body: { templateId: aTemplate().id, values: { body: { 1: 'Marina Duarte' } } },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByPlaceholderText('Escreva uma mensagem')).toHaveProperty('value', 'Um rascunho')
})

it('a closed window offers them in place of the field', async () => {
  const { person } = open(overOfficial({ replyUntil: new Date(Date.now() - 60_000).toISOString() }))

  await person.click(await screen.findByRole('button', { name: 'Enviar um modelo' }))

  expect(await screen.findByRole('dialog', { name: 'Enviar um modelo' })).toBeTruthy()
  expect(screen.queryByPlaceholderText('Escreva uma mensagem')).toBeNull()
})

it('a number linked by QR offers none', async () => {
  const { person } = open(anasTicket)

  await person.click(await screen.findByRole('button', { name: 'Anexar' }))

  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: 'Enviar um modelo' })).toBeNull()
})

const closed = overOfficial({ replyUntil: new Date(Date.now() - 60_000).toISOString() })

it('a file that the header does not take is refused at once', async () => {
  const picture = aTemplate({
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Veja!' },
    ],
  })
  const { person } = open(closed, [picture])
  await person.click(await screen.findByRole('button', { name: 'Enviar um modelo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar um modelo' }))
  await dialog.findByRole('combobox', { name: 'Modelo' })
  await person.click(await screen.findByRole('option', { name: /pedido_enviado/ }))

  fireEvent.change(dialog.getByLabelText('Arquivo do cabeçalho'), {
    target: { files: [new File(['%PDF'], 'nota.pdf', { type: 'application/pdf' })] },
  })

  expect(await dialog.findByText(/tipo do arquivo não serve/)).toBeTruthy()
  expect(dialog.queryByText('nota.pdf')).toBeNull()
})

it('a template whose try failed is the same message when it is tried again, also after another', async () => {
  const other = aTemplate({ id: 8 as MessageTemplateView['id'], name: 'boas_vindas' })
  const { person, server } = open(closed, [aTemplate(), other])
  server.on(sendTemplate, () => {
    throw failed(503, 'busy')
  })
  await person.click(await screen.findByRole('button', { name: 'Enviar um modelo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar um modelo' }))
  const field = await dialog.findByRole('combobox', { name: 'Modelo' })
  const send = async (name: string, times: number) => {
    await person.clear(field)
    await person.type(field, name)
    await person.click(await screen.findByRole('option', { name: new RegExp(name) }))
    await person.click(dialog.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(server.received(sendTemplate)).toHaveLength(times))
    const button = dialog.getByRole('button', { name: 'Enviar' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false)) // the try is over
  }

  await send('pedido_enviado', 1)
  await send('boas_vindas', 2)
  await send('pedido_enviado', 3)

  const [first, second, third] = server.received(sendTemplate).map(({ body }) => body.clientId)
  expect(third).toBe(first)
  expect(second).not.toBe(first)
})
