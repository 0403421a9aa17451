import { liveChannel } from '@balcao/contract/live'
import { createNote, deleteNote, listNotes, type NoteView } from '@balcao/contract/notes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { failed, refused } from '../../testing/fake-server'
import { anAdmin, companyId, queueId, userId } from '../../testing/makers'
import { aNote, noteId } from '../../testing/note-makers'
import { ana, anasTicket, openDrawer } from '../../testing/open-drawer'
import { aTicket, ticketId } from '../../testing/ticket-makers'

const bias = aNote({
  id: noteId(1),
  note: 'Prefere entrega aos sábados.',
  user: { id: userId(3), name: 'Bia Souza' },
  ticketId: ticketId(77),
  createdAt: new Date(2026, 9, 12, 16, 40).toISOString(),
})
const anas = aNote({ id: noteId(2), createdAt: new Date(2026, 10, 20, 10, 14).toISOString() })

async function openNotes(notes: readonly NoteView[] = [anas, bias], as = ana) {
  const app = await openDrawer({
    as,
    serve: (server) =>
      server
        .on(listNotes, () => [...notes])
        .on(createNote, ({ body }) => aNote({ id: noteId(9), note: body.note }))
        .on(deleteNote, () => ({ message: 'note deleted' })),
  })
  const section = within(app.drawer).getByRole('region', { name: 'Observações' })
  return { ...app, section, field: within(section).getByRole('textbox', { name: 'Nova observação' }) }
}
const cards = (section: HTMLElement) => within(section).getAllByRole('listitem')

it('CONVO-19 NOTE-03 NOTE-08 lists notes newest first, with author and DD/MM/YY HH:mm', async () => {
  const { section, server } = await openNotes()
  await within(section).findByText('Prefere entrega aos sábados.')

  expect(cards(section).map(({ textContent }) => textContent)).toEqual([
    'Ana Lima · 20/11/26 10:14O linho cinza chega dia 27.',
    'Bia Souza · 12/10/26 16:40 · #77Prefere entrega aos sábados.',
  ])
  expect(server.received(listNotes)[0]?.query).toMatchObject({ contactId: anasTicket.contactId })
})

it('NOTE-02 NOTE-06 a new note shows a toast and is on top', async () => {
  const { person, section, field, server } = await openNotes()

  await person.click(field)
  await person.paste('Quer o sofá em linho')
  await person.click(within(section).getByRole('button', { name: 'Adicionar' }))

  expect(await screen.findByText('Observação adicionada com sucesso!')).toBeTruthy()
  expect(server.received(createNote).map(({ body }) => body)).toEqual([
    { note: 'Quer o sofá em linho', ticketId: anasTicket.id, contactId: anasTicket.contactId },
  ])
  expect(cards(section)[0]?.textContent).toContain('Quer o sofá em linho')
  await waitFor(() => expect(field).toHaveProperty('value', ''))
})

it.each([
  ['   ', 'Required'],
  ['a', 'Too Short!'],
])('NOTE-05 a note of %j is refused: %s', async (text, message) => {
  const { person, section, field, server } = await openNotes()

  await person.type(field, text)
  await person.click(within(section).getByRole('button', { name: 'Adicionar' }))

  expect(await within(section).findByText(message)).toBeTruthy()
  expect(server.received(createNote)).toEqual([])
})

it('a note that could not be stored stays in the field, with the reason', async () => {
  const { person, section, field, server } = await openNotes()
  server.on(createNote, () => {
    throw refused('ERR_NO_TICKET_FOUND')
  })

  await person.click(field)
  await person.paste('Quer o sofá em linho')
  await person.click(within(section).getByRole('button', { name: 'Adicionar' }))

  expect(await screen.findByText('Nenhum ticket encontrado com este ID.')).toBeTruthy()
  expect(field).toHaveProperty('value', 'Quer o sofá em linho')
})

it('NOTE-07 deleting asks first, then shows a toast', async () => {
  const { person, section, server } = await openNotes()
  await person.click(await within(section).findByRole('button', { name: 'Excluir observação' }))
  const question = await screen.findByRole('dialog', { name: 'Deseja realmente excluir este registro?' })
  expect(server.received(deleteNote)).toEqual([])

  await person.click(within(question).getByRole('button', { name: 'Excluir observação' }))

  expect(await screen.findByText('Observação excluída com sucesso!')).toBeTruthy()
  expect(server.received(deleteNote)[0]?.params).toEqual({ noteId: 2 })
  await waitFor(() => expect(cards(section)).toHaveLength(1))
})

it('NOTE-04 its author may delete a note, and an admin any', async () => {
  const { section } = await openNotes()
  await within(section).findByText('Prefere entrega aos sábados.')

  expect(within(section).getAllByRole('button', { name: 'Excluir observação' })).toHaveLength(1)
})

it('the author of a note in shared history has no delete button', async () => {
  const { section } = await openNotes([anas, { ...anas, id: noteId(3), note: 'Antiga', isReadOnly: true }])
  await within(section).findByText('Antiga')

  const [mine, old] = cards(section)
  expect(within(mine as HTMLElement).getByRole('button', { name: 'Excluir observação' })).toBeTruthy()
  expect(within(old as HTMLElement).queryByRole('button')).toBeNull()
})

it('NOTE-04 an admin may delete those of others', async () => {
  const { section } = await openNotes(undefined, anAdmin())
  await within(section).findByText('Prefere entrega aos sábados.')

  expect(within(section).getAllByRole('button', { name: 'Excluir observação' })).toHaveLength(2)
})

it('notes that colleagues add and delete show live', async () => {
  const { section, socket } = await openNotes()
  await within(section).findByText('Prefere entrega aos sábados.')
  const note = aNote({ id: noteId(3), note: 'Ligou de novo', user: { id: userId(3), name: 'Bia Souza' } })

  socket.say(liveChannel.note(companyId), { action: 'create', note })
  socket.say(liveChannel.note(companyId), { action: 'delete', ticketId: anas.ticketId, noteId: anas.id })

  await waitFor(() =>
    expect(cards(section).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ligou de novo'),
      expect.stringContaining('Prefere entrega'),
    ]),
  )
})

it('an empty list explains the use of notes', async () => {
  const { section } = await openNotes([])

  expect(await within(section).findByText(/Nenhuma observação ainda/)).toBeTruthy()
})

it('a failed load is reported and can be retried', async () => {
  const { person, drawer, server } = await openDrawer({
    serve: (fixture) =>
      fixture.on(listNotes, () => {
        throw failed(500, {})
      }),
  })
  const section = within(drawer).getByRole('region', { name: 'Observações' })
  await within(section).findByText(/As observações não abriram/)

  server.on(listNotes, () => [bias])
  await person.click(within(section).getByRole('button', { name: 'Tentar de novo' }))

  expect(await within(section).findByText('Prefere entrega aos sábados.')).toBeTruthy()
})

it('the draft of a note survives closing the drawer', async () => {
  const { person, drawer, head, field } = await openNotes()
  await person.click(field)
  await person.paste('Quer o sofá')

  await person.click(within(drawer).getByRole('button', { name: 'Fechar' }))
  await person.click(head)

  expect(await screen.findByRole('textbox', { name: 'Nova observação' })).toHaveProperty(
    'value',
    'Quer o sofá',
  )
})

it('shared history shows notes and tags read-only', async () => {
  const repairs = { id: queueId(7), name: 'Assistência', color: '#1E6A9E' }
  const { drawer } = await openDrawer({
    ticket: aTicket({ status: 'closed', queue: repairs }),
    serve: (server) => server.on(listNotes, () => [bias]),
  })

  expect(await within(drawer).findByText('Prefere entrega aos sábados.')).toBeTruthy()
  expect(within(drawer).queryByRole('textbox', { name: 'Nova observação' })).toBeNull()
  expect(within(drawer).queryByRole('button', { name: 'Editar tags' })).toBeNull()
})
