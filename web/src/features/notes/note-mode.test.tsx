import { liveChannel } from '@balcao/contract/live'
import { sendMessage } from '@balcao/contract/messages'
import { createNote, listNotes, type NoteView } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refused } from '../../testing/fake-server'
import { companyId, queueId, userId } from '../../testing/makers'
import { aNote, noteId } from '../../testing/note-makers'
import { onAPhone } from '../../testing/on-a-phone'
import { openApp } from '../../testing/open-app'
import { ana, anasTicket, messageField, talk, talkPath } from '../../testing/talk'
import { aMessage, aTicket, ticketId } from '../../testing/ticket-makers'

const bias = aNote({
  id: noteId(1),
  note: 'O linho cinza chega dia 27.',
  user: { id: userId(3), name: 'Bia Souza' },
  createdAt: new Date(2026, 10, 20, 10, 14).toISOString(),
})

function open({ ticket = anasTicket, notes = [] }: { ticket?: TicketView; notes?: NoteView[] } = {}) {
  return openApp({
    path: talkPath,
    as: ana,
    serve: (fixture) =>
      talk(
        [aMessage({ body: 'Oi! Vi o sofá Serra' })],
        ticket,
      )(fixture)
        .on(listNotes, () => notes)
        .on(createNote, ({ body }) =>
          aNote({ id: noteId(9), note: body.note, user: { id: ana.id, name: ana.name } }),
        ),
  })
}
const noteField = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Observação: só a equipe lê' })
const noteButton = () => screen.findByRole('button', { name: 'Escrever uma observação (Alt+O)' })
const paperOf = async (text: string) => {
  const paper = (await screen.findByText(text)).closest('article')
  if (paper === null) throw new Error(`no paper with the text ${text}`)
  return paper
}

describe('notes among the messages', () => {
  it('NOTE-08 a note shows as paper, with author and time, and names its readers', async () => {
    open({ notes: [bias] })

    const paper = await paperOf('O linho cinza chega dia 27.')

    expect(paper.textContent).toContain('Observação interna · Bia Souza · 20/11/26 10:14')
    expect(paper.textContent).toContain('só a equipe vê')
    expect(paper.getAttribute('aria-label')).toBe('Observação interna de Bia Souza, 20/11/26 10:14')
    expect(paper.closest('[data-mine]')).toBeNull()
  })

  it('NOTE-08 a note about another ticket of the contact names that ticket', async () => {
    open({ notes: [{ ...bias, ticketId: ticketId(77) }] })

    expect((await paperOf('O linho cinza chega dia 27.')).textContent).toContain('10:14 · #77')
  })

  it('notes that colleagues add and delete show live, and are announced', async () => {
    const { socket } = open()
    await messageField()
    await screen.findByText('Oi! Vi o sofá Serra')

    act(() => socket.say(liveChannel.note(companyId), { action: 'create', note: bias }))
    await paperOf('O linho cinza chega dia 27.')
    expect(screen.getByText('Observação de Bia Souza, 10:14: O linho cinza chega dia 27.')).toBeTruthy()

    act(() =>
      socket.say(liveChannel.note(companyId), { action: 'delete', ticketId: bias.ticketId, noteId: bias.id }),
    )
    await waitFor(() => expect(screen.queryByText('O linho cinza chega dia 27.')).toBeNull())
  })

  it('a failed load of the notes still shows the messages', async () => {
    const { server } = open()
    server.on(listNotes, () => {
      throw refused('ERR_NO_PERMISSION')
    })

    expect(await screen.findByText('Oi! Vi o sofá Serra')).toBeTruthy()
    expect(await messageField()).toBeTruthy()
  })
})

describe('the note mode of the composer', () => {
  it('NOTE-02 NOTE-06 NOTE-08 Enter stores the note, sends nothing, and stays in the mode', async () => {
    const { person, server } = open()
    await person.click(await noteButton())
    expect(document.activeElement).toBe(await noteField())

    await person.type(await noteField(), 'Prefere sábado{Enter}')

    expect(await screen.findByText('Observação adicionada com sucesso!')).toBeTruthy()
    expect(server.received(createNote).map(({ body }) => body)).toEqual([
      { note: 'Prefere sábado', ticketId: anasTicket.id, contactId: anasTicket.contactId },
    ])
    expect(server.received(sendMessage)).toEqual([])
    await paperOf('Prefere sábado')
    expect((await noteField()).value).toBe('')
    expect(document.activeElement).toBe(await noteField())
  })

  it.each([
    ['   ', 'Required'],
    ['a', 'Too Short!'],
  ])('NOTE-05 a note of %j is refused at the box: %s', async (text, message) => {
    const { person, server } = open()
    await person.click(await noteButton())

    await person.type(await noteField(), `${text}{Enter}`)

    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect((await noteField()).getAttribute('aria-invalid')).toBe('true')
    expect(server.received(createNote)).toEqual([])
    expect(server.received(sendMessage)).toEqual([])
  })

  it('a note that could not be stored stays in the box, with the reason', async () => {
    const { person, server } = open()
    server.on(createNote, () => {
      throw refused('ERR_NO_TICKET_FOUND')
    })
    await person.click(await noteButton())

    await person.type(await noteField(), 'Prefere sábado{Enter}')

    expect(await screen.findByText('Nenhum ticket encontrado com este ID.')).toBeTruthy()
    expect((await noteField()).value).toBe('Prefere sábado')
  })

  it('note and message are separate drafts, and Escape returns to the message', async () => {
    const { person, server, router } = open()
    await person.type(await messageField(), 'Chega na sexta')
    await person.click(await noteButton())
    expect((await noteField()).value).toBe('')
    await person.type(await noteField(), 'cliente difícil')

    await person.keyboard('{Escape}')

    expect(document.activeElement).toBe(await messageField())
    expect((await messageField()).value).toBe('Chega na sexta')
    expect(router.state.location.pathname).toBe(talkPath)
    await person.keyboard('{Enter}')
    await waitFor(() => expect(server.received(sendMessage)).toHaveLength(1))
    expect(JSON.stringify(server.received(sendMessage))).not.toContain('difícil')
    await person.click(await noteButton())
    expect((await noteField()).value).toBe('cliente difícil')
    expect(JSON.parse(sessionStorage.getItem('noteDrafts') ?? '')).toEqual({ 1: 'cliente difícil' })
  })

  it('leaving the ticket leaves the mode, and its draft is restored', async () => {
    const { person, router } = open()
    await person.click(await noteButton())
    await person.clear(await noteField())
    await person.type(await noteField(), 'Ligar na')

    await act(() => router.navigate('/tickets'))
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    await act(() => router.navigate(talkPath))

    expect((await messageField()).value).toBe('')
    await person.click(await noteButton())
    expect((await noteField()).value).toBe('Ligar na')
  })

  it('NOTE-08 offers none of the tools that send to the customer', async () => {
    const { person, server } = open()
    await person.click(await noteButton())
    const field = await noteField()

    for (const name of ['Anexar', 'Gravar áudio', /^Assinar/, 'Respostas rápidas', 'Enviar'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    const photo = new File(['jpg'], 'sofa.jpg', { type: 'image/jpeg' })
    fireEvent.paste(field, { clipboardData: { files: [photo] } })
    fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [photo] } })
    fireEvent.doubleClick(await screen.findByText('Oi! Vi o sofá Serra'))
    await person.clear(field)
    await person.type(field, '/prazo')

    expect(screen.queryByText(/sofa.jpg/)).toBeNull()
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(await noteField())
    expect(server.received(sendMessage)).toEqual([])
  })

  it.each(['pending', 'closed'] as const)(
    'CONVO-23 NOTE-02 a %s ticket, which cannot be answered, accepts notes',
    async (status) => {
      const { person, server } = open({ ticket: { ...anasTicket, status } })

      await person.click(await noteButton())
      await person.clear(await noteField())
      await person.type(await noteField(), 'Ligou na loja{Enter}')
      await waitFor(() => expect(server.received(createNote)).toHaveLength(1))
      await paperOf('Ligou na loja')
      await person.keyboard('{Escape}')

      expect(document.activeElement).toBe(await noteButton())
      expect(screen.getByText(/^(Aceite|Reabra) o atendimento para responder\.$/)).toBeTruthy()
    },
  )

  it('on a phone it is in the attach menu', async () => {
    onAPhone()
    const { person } = open()

    await person.click(await screen.findByRole('button', { name: 'Anexar' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Escrever uma observação' }))

    expect(document.activeElement).toBe(await noteField())
  })
})

describe('a closed ticket that is only shared history', () => {
  const repairs = { id: queueId(7), name: 'Assistência', color: '#1E6A9E' }
  const notServed = aTicket({ id: ticketId(1), status: 'closed', queue: repairs })

  it('the composer is read-only, and offers neither a note nor the reopen button', async () => {
    const { person } = open({ ticket: notServed, notes: [bias] })

    expect(
      await screen.findByText('Só para leitura: este atendimento é de uma fila que você não atende.'),
    ).toBeTruthy()
    await person.keyboard('{Alt>}o{/Alt}')

    expect(screen.queryByRole('button', { name: /Escrever uma observação/ })).toBeNull()
    expect(screen.queryByRole('textbox', { name: /Observação/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reabrir' })).toBeNull()
    expect(await paperOf('O linho cinza chega dia 27.')).toBeTruthy()
  })

  it("a closed ticket of one's own queue still accepts notes", async () => {
    open({ ticket: aTicket({ id: ticketId(1), status: 'closed', queue: { ...repairs, id: queueId(1) } }) })

    expect(await screen.findByText('Reabra o atendimento para responder.')).toBeTruthy()
    expect(await noteButton()).toBeTruthy()
  })
})
