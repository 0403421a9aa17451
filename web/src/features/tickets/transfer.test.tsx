import {
  type HandoverView,
  listHandovers,
  markHandoverAsSeen,
  undoTransfer,
} from '@balcao/contract/handovers'
import { liveChannel, type TicketTransferDetails } from '@balcao/contract/live'
import { listUserChoices } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { getTicketByUuid, updateTicket } from '@balcao/contract/tickets'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { aQueue, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { ana, anasTicket, messageField, talk, talkPath } from '../../testing/talk'
import { aTicket, sales, support, ticketId, uuidOf } from '../../testing/ticket-makers'

vi.setConfig({ testTimeout: 60_000 }) // many steps each, in the whole application, on a machine that may be busy

const bia = {
  id: userId(4),
  name: 'Bia Souza',
  queues: [{ ...support, UserQueue: { queueId: support.id, userId: userId(4) } }],
}
const biasTicket = {
  ...anasTicket,
  userId: bia.id,
  user: { id: bia.id, name: bia.name },
  queueId: support.id,
  queue: support,
  version: 2,
}
const adriana = { id: userId(9), name: 'Adriana' }
const notice: TicketTransferDetails = {
  by: adriana,
  contactName: 'Jonas Petry',
  user: { id: bia.id, name: bia.name },
  queueName: 'Assistência',
}
const handover: HandoverView = {
  ticketId: ticketId(9),
  ticketUuid: uuidOf(9),
  contactName: 'Jonas Petry',
  by: adriana,
  note: 'Prefere sábado',
  at: '2026-11-20T12:00:00.000Z',
}

/** Refuses the ticket after its transfer, as the real server does. */
function leavesMySight(fixture: FakeServer): FakeServer {
  const isGone = () => fixture.received(updateTicket).length > fixture.received(undoTransfer).length
  return talk()(fixture)
    .on(listQueues, () => [aQueue(), aQueue({ ...support, orderQueue: 2 })])
    .on(listUserChoices, () => [bia])
    .on(getTicketByUuid, () => {
      if (isGone()) throw failed(403, { error: 'ERR_NO_PERMISSION' })
      return anasTicket
    })
    .on(updateTicket, () => biasTicket)
    .on(undoTransfer, () => ({ ...anasTicket, version: 3 }))
    .on(markHandoverAsSeen, () => ({ message: 'handover seen' }))
}

async function transferToBia(note?: string, answer = async () => biasTicket) {
  const serve = (fixture: FakeServer) => leavesMySight(fixture).on(updateTicket, answer)
  const app = openApp({ path: talkPath, as: ana, serve })
  const { person, server, socket } = app
  await messageField()
  await person.keyboard('{Alt>}[KeyT]{/Alt}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Transferir atendimento' }))
  await person.click(dialog.getByLabelText('Usuário (opcional)'))
  await person.paste('Bia')
  await person.click(await screen.findByText('Bia Souza', { selector: 'li' }))
  if (note !== undefined) {
    await person.click(dialog.getByLabelText('Recado para quem recebe (opcional)'))
    await person.paste(note)
  }
  await person.click(dialog.getByText('Transferir', { selector: 'button' }))
  await waitFor(() => expect(server.received(updateTicket)).toHaveLength(1))
  return { ...app, gone: (transfer?: TicketTransferDetails) => saysGone(socket, transfer) }
}

function saysGone(socket: ReturnType<typeof openApp>['socket'], transfer?: TicketTransferDetails) {
  socket.say(liveChannel.ticket(companyId), {
    action: 'delete',
    ticketId: anasTicket.id,
    reason: 'access',
    version: 2,
    ...(transfer !== undefined && { transfer }),
  })
}

describe('a transfer out of one’s own queues', () => {
  it('names the receiver, offers an undo, and shows no refusal', async () => {
    const { server, router, socket } = await transferToBia()

    // The server sends no `delete` to the person who acted (RT-24).
    socket.say(liveChannel.ticket(companyId), {
      action: 'update',
      ticketId: biasTicket.id,
      ticket: biasTicket,
    })

    await screen.findByText('Transferido para Bia Souza, fila Assistência.')
    expect(router.state.location.pathname).toBe('/tickets')
    expect(screen.queryByText('Acesso não permitido')).toBeNull()
    expect(screen.queryByText(/transferiu/)).toBeNull()
    const asked = server.received(getTicketByUuid).length
    await act(async () => undefined)
    expect(server.received(getTicketByUuid)).toHaveLength(asked)
  })

  it('a late answer leaves the person where they went meanwhile', async () => {
    let answer = (_: typeof biasTicket) => {}
    const answered = new Promise<typeof biasTicket>((resolve) => {
      answer = resolve
    })
    const { router } = await transferToBia(undefined, () => answered)
    await act(() => router.navigate('/tickets?tab=search'))

    await act(async () => answer(biasTicket))

    await screen.findByText('Transferido para Bia Souza, fila Assistência.')
    expect(router.state.location).toMatchObject({ pathname: '/tickets', search: '?tab=search' })
  })

  it('sends the note for the receiver', async () => {
    const { server } = await transferToBia('Prefere sábado')

    expect(server.received(updateTicket)[0]?.body).toEqual({
      status: 'open',
      userId: bia.id,
      queueId: support.id,
      note: 'Prefere sábado',
    })
  })

  it('the bar undoes it and opens the conversation again', async () => {
    const { person, server, router, gone } = await transferToBia()
    gone({ ...notice, by: { id: ana.id, name: ana.name } })

    await person.click(await screen.findByRole('button', { name: 'Desfazer' }))

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${anasTicket.uuid}`))
    expect(server.received(undoTransfer).map(({ params }) => params.ticketId)).toEqual([anasTicket.id])
    await messageField()
  })

  it('explains why it cannot be undone any more, and stays on the list', async () => {
    const { person, server, router } = await transferToBia()
    server.on(undoTransfer, () => {
      throw refused('ERR_TRANSFER_FINAL')
    })

    await person.click(await screen.findByRole('button', { name: 'Desfazer' }))

    await screen.findByText('Esta transferência não pode mais ser desfeita.')
    expect(router.state.location.pathname).toBe('/tickets')
  })

  it('refuses a note of one letter in place', async () => {
    const { person } = openApp({ path: talkPath, as: ana, serve: leavesMySight })
    await messageField()
    await person.keyboard('{Alt>}[KeyT]{/Alt}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Transferir atendimento' }))
    await person.click(dialog.getByLabelText('Fila'))
    await person.click(await screen.findByText(sales.name, { selector: 'li' }))
    const note = dialog.getByLabelText('Recado para quem recebe (opcional)')
    await person.type(note, 'x')

    await person.click(dialog.getByText('Transferir', { selector: 'button' }))

    await dialog.findByText('Too Short!')
    expect(document.activeElement).toBe(note)
  })
})

describe('a person who has the ticket open when a colleague transfers it', () => {
  async function loses(transfer?: TicketTransferDetails) {
    const app = openApp({ path: talkPath, as: ana, serve: leavesMySight })
    await messageField()
    saysGone(app.socket, transfer)
    return app
  }

  it.each([
    ['a person', notice, 'Adriana transferiu Jonas Petry para Bia Souza.'],
    ['a queue', { ...notice, user: null }, 'Adriana transferiu Jonas Petry para a fila Assistência.'],
    ['themselves', { ...notice, user: adriana }, 'Adriana assumiu o atendimento de Jonas Petry.'],
  ])('RT-24 reads that it was transferred to %s, without a refusal', async (_, transfer, words) => {
    const { router } = await loses(transfer)

    await screen.findByText(words)
    expect(screen.queryByText('Acesso não permitido')).toBeNull()
    expect(router.state.location.pathname).toBe('/tickets')
  })

  it('TICKET-36 reads the refusal when access was removed in another way', async () => {
    await loses()

    await screen.findByText('Acesso não permitido')
  })
})

describe('the receiver of a transfer', () => {
  const given = (waiting: HandoverView[] = [], path = '/todolist') =>
    openApp({ path, as: ana, serve: (fixture) => leavesMySight(fixture).on(listHandovers, () => waiting) })

  it('TICKET-24 reads the sender and the note, and can open the ticket', async () => {
    const { person, socket, router } = given()
    await screen.findByRole('button', { name: 'Notificações' })

    socket.say(liveChannel.handover(companyId), { action: 'create', handover })

    await screen.findByText('Adriana transferiu Jonas Petry para você. “Prefere sábado”')
    await person.click(screen.getByRole('button', { name: 'Ver' }))
    expect(router.state.location.pathname).toBe(`/tickets/${uuidOf(9)}`)
  })

  it('finds it in the bell after the toast, and marks it as seen', async () => {
    const { person, server } = given([handover])

    await person.click(
      await screen.findByRole('button', { name: 'Notificações: 1 atendimento transferido para você' }),
    )
    const lines = within(await screen.findByRole('list', { name: 'Atendimentos transferidos para você' }))
    expect(lines.getByRole('link').textContent).toContain('Adriana transferiu Jonas Petry para você')
    expect(lines.getByText('Prefere sábado')).toBeTruthy()
    await person.click(
      lines.getByRole('button', { name: 'Marcar como vista a transferência de Jonas Petry por Adriana' }),
    )

    await screen.findByText('Nenhum registro encontrado.')
    expect(server.received(markHandoverAsSeen).map(({ params }) => params.ticketId)).toEqual([
      handover.ticketId,
    ])
  })

  it('opening the conversation marks it as seen', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { server } = given(
      [{ ...handover, ticketId: anasTicket.id, ticketUuid: anasTicket.uuid }],
      talkPath,
    )

    await messageField()

    await waitFor(() => expect(server.received(markHandoverAsSeen)).toHaveLength(1))
    await screen.findByRole('button', { name: 'Notificações' })
  })

  it('a further transfer removes it from the bell', async () => {
    const waiting = [handover]
    const { socket } = given(waiting)
    await screen.findByRole('button', { name: /1 atendimento transferido/ })

    waiting.pop()
    const ticket = aTicket({ id: handover.ticketId, userId: bia.id, version: 3 })
    socket.say(liveChannel.ticket(companyId), { action: 'update', ticketId: ticket.id, ticket })

    await screen.findByRole('button', { name: 'Notificações' })
  })
})
