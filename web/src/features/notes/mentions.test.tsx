import { liveChannel } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import {
  createNote,
  listMentionableUsers,
  listMentions,
  listNotes,
  type MentionView,
  markMentionsSeen,
} from '@balcao/contract/notes'
import { listTickets } from '@balcao/contract/tickets'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failed } from '../../testing/fake-server'
import { fakeSight } from '../../testing/fake-sight'
import { companyId, userId } from '../../testing/makers'
import { aNote, noteId } from '../../testing/note-makers'
import { openApp } from '../../testing/open-app'
import { openDrawer } from '../../testing/open-drawer'
import { ana, anasTicket, messageField, talk, talkPath } from '../../testing/talk'
import { aMessage, messageId } from '../../testing/ticket-makers'

const bia = { id: userId(3), name: 'Bia Souza' }
const beto = { id: userId(4), name: 'Beto Reis' }
const biasNote = aNote({
  id: noteId(5),
  note: 'Confere o frete, @Ana Lima?',
  user: bia,
  mentions: [{ id: ana.id, name: ana.name }],
})
const mention: MentionView = {
  note: biasNote,
  ticketUuid: anasTicket.uuid,
  contactName: 'Marina Duarte',
  messageId: messageId(12),
}

beforeEach(() => sessionStorage.clear())
afterEach(() => void vi.useRealTimers())

function open(path = talkPath, waiting: MentionView[] = []) {
  return openApp({
    path,
    as: ana,
    serve: (fixture) =>
      talk([aMessage({ id: messageId(12), body: 'Oi! Vi o sofá Serra' })])(fixture)
        .on(listNotes, () => [biasNote])
        .on(listMentionableUsers, () => [beto, bia])
        .on(listMentions, () => waiting)
        .on(markMentionsSeen, () => ({ message: 'mentions seen' }))
        .on(createNote, ({ body }) =>
          aNote({
            id: noteId(9),
            note: body.note,
            user: { id: ana.id, name: ana.name },
            mentions: [beto, bia].filter(({ id }) => body.mentions?.includes(id)),
          }),
        ),
  })
}
/** Opens the conversation with Bia's note out of sight. */
async function openTalkWithNote(waiting: MentionView[] = []) {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const sight = fakeSight()
  const app = open(talkPath, waiting)
  const paper = await screen.findByRole('article', { name: /Bia Souza/ })
  return { ...app, sight, paper }
}
/** Installs a fake clock; returns the function that advances it. */
function fakeTime(): (milliseconds: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return (milliseconds) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
}
const toastText = 'Bia Souza mencionou você numa observação sobre Marina Duarte'
const noteField = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Observação: só a equipe lê' })
async function openNoteMode() {
  const app = open()
  await app.person.click(await screen.findByRole('button', { name: 'Escrever uma observação (Alt+O)' }))
  return { ...app, field: await noteField() }
}

describe('mentions of colleagues in a note', () => {
  it('NOTE-08 a mention without a match among the colleagues with access shows a hint', async () => {
    const { person, field } = await openNoteMode()

    await person.type(field, 'Confere, @bi')
    await screen.findByRole('listbox', { name: 'Mencionar um colega' })
    await person.type(field, 'x')
    expect(screen.getByText('Ninguém com acesso aqui tem esse nome.')).toBeTruthy()

    await person.type(field, ' amanhã')
    expect(screen.queryByText('Ninguém com acesso aqui tem esse nome.')).toBeNull()
  })

  it.each(['Bia?', 'Bia,', 'bia...', 'Bia!)'])(
    'NOTE-08 @%s mentions Bia, with punctuation behind her name',
    async (written) => {
      const { person, field } = await openNoteMode()

      await person.type(field, `Confere, @${written}`)

      expect(field.value).toBe(`Confere, @${written}`)
      expect(screen.queryByText('Ninguém com acesso aqui tem esse nome.')).toBeNull()
    },
  )

  it('NOTE-08 the hint is announced in a live region, and Escape clears it without the note', async () => {
    const { person, field } = await openNoteMode()
    await person.type(field, 'Confere, @bi')
    const names = await screen.findByRole('listbox', { name: 'Mencionar um colega' })
    const region = names.parentElement?.querySelector('[role="status"]')
    expect(region?.textContent).toBe('')

    await person.type(field, 'x')
    expect(region?.textContent).toBe('Ninguém com acesso aqui tem esse nome.')
    await person.type(field, '{Escape}')

    expect(region?.textContent).toBe('')
    expect((await noteField()).value).toBe('Confere, @bix')
  })

  it('NOTE-02 NOTE-08 an @ offers colleagues with access; arrow keys and Enter choose one', async () => {
    const { person, server, field } = await openNoteMode()

    await person.type(field, 'Confere, @b')
    const names = await screen.findByRole('listbox', { name: 'Mencionar um colega' })
    expect(
      within(names)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Beto Reis'), expect.stringContaining('Bia Souza')])
    await person.keyboard('{ArrowDown}{Enter}')
    expect(field.value).toBe('Confere, @Bia Souza ')
    expect(server.received(createNote)).toEqual([])
    await person.type(field, 'tá?{Enter}')

    await waitFor(() =>
      expect(server.received(createNote).map(({ body }) => body)).toEqual([
        {
          note: 'Confere, @Bia Souza tá?',
          ticketId: anasTicket.id,
          contactId: anasTicket.contactId,
          mentions: [bia.id],
        },
      ]),
    )
    expect(server.received(listMentionableUsers).map(({ params }) => params.ticketId)).toEqual([
      anasTicket.id,
    ])
    expect((await screen.findByText('@Bia Souza')).tagName).toBe('B')
  })

  it('Escape closes the names first, and only then the note mode', async () => {
    const { person, field } = await openNoteMode()
    await person.type(field, '@bi')
    await screen.findByRole('listbox')

    await person.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(await noteField()).toBe(field)
    await person.keyboard('{Escape}')

    await messageField()
  })

  it('NOTE-02 in the drawer a name is chosen with the mouse', async () => {
    const { person, drawer, server } = await openDrawer({
      serve: (fixture) =>
        fixture
          .on(listMentionableUsers, () => [beto, bia])
          .on(createNote, ({ body }) => aNote({ id: noteId(9), note: body.note, mentions: [beto] })),
    })
    const section = within(within(drawer).getByRole('region', { name: 'Observações' }))
    const field = section.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nova observação' })

    await person.type(field, '@be')
    await person.click(await section.findByRole('option', { name: /Beto Reis/ }))
    expect(field.value).toBe('@Beto Reis ')
    await person.click(section.getByRole('button', { name: 'Adicionar' }))

    await waitFor(() => expect(server.received(createNote)[0]?.body.mentions).toEqual([beto.id]))
  })

  it('the drawer shares the text, but offers names only in the field in use', async () => {
    const { person, drawer } = await openDrawer({
      serve: (fixture) => fixture.on(listMentionableUsers, () => [beto, bia]),
    })
    const inDrawer = within(drawer).getByRole<HTMLTextAreaElement>('textbox', { name: 'Nova observação' })
    await person.type(inDrawer, 'Uma longa observação')
    await person.clear(inDrawer)

    await person.click(await screen.findByRole('button', { name: 'Escrever uma observação (Alt+O)' }))
    await person.type(await noteField(), 'oi @be')

    expect(inDrawer.value).toBe('oi @be')
    await screen.findByRole('listbox')
    expect(within(drawer).queryByRole('listbox')).toBeNull()
  })

  it('a note whose mentions cannot be resolved stays in the box, with the reason', async () => {
    const { person, server, field } = await openNoteMode()
    server.on(listMentionableUsers, () => {
      throw failed(500, {})
    })

    await person.type(field, 'oi @Bia Souza, veja{Enter}')

    await waitFor(() => expect(document.querySelector('[data-kind="error"]')).not.toBeNull())
    expect(server.received(createNote)).toEqual([])
    expect(field.value).toBe('oi @Bia Souza, veja')
  })

  it('CONVO-11 the note mode has the emoji picker too', async () => {
    const { person } = await openNoteMode()

    await person.click(screen.getByRole('button', { name: 'Emojis' }))

    await screen.findByRole('dialog', { name: 'Emojis' })
  })
})

describe('SHELL-46 a mention in a note', () => {
  it('shows a toast on any page; the bell counts it and leads to the note', async () => {
    const { person, socket, router, server } = open('/todolist')
    await screen.findByRole('button', { name: 'Notificações' })

    socket.say(liveChannel.mention(companyId), { action: 'create', mention })

    await screen.findByText('Bia Souza mencionou você numa observação sobre Marina Duarte')
    await person.click(
      await screen.findByRole('button', { name: 'Notificações: 1 observação menciona você' }),
    )
    const list = await screen.findByRole('list', { name: 'Observações que mencionam você' })
    await person.click(within(list).getByRole('link', { name: /Confere o frete/ }))

    await waitFor(() => expect(router.state.location.pathname).toBe(talkPath))
    expect(router.state.location.hash).toBe('#note-5-message-12')
    await waitFor(() => expect(server.received(listMessages).map(({ query }) => query.around)).toContain(12))
  })

  it('its toast leads to the note too', async () => {
    const { person, socket, router } = open('/todolist')
    await screen.findByRole('button', { name: 'Notificações' })
    socket.say(liveChannel.mention(companyId), { action: 'create', mention })

    await person.click(await screen.findByRole('button', { name: 'Ver' }))

    await waitFor(() => expect(router.state.location.pathname).toBe(talkPath))
    expect(router.state.location.hash).toBe('#note-5-message-12')
    expect(screen.queryByRole('button', { name: 'Ver' })).toBeNull()
  })

  it('shows a desktop notice after permission', async () => {
    const shown: string[] = []
    class Notice {
      static permission = 'granted'
      onclick = () => undefined
      constructor(title: string, { body }: NotificationOptions) {
        shown.push(`${title}: ${body}`)
      }
    }
    vi.stubGlobal('Notification', Notice)
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { socket } = open('/todolist')
    await screen.findByRole('button', { name: 'Notificações' })

    socket.say(liveChannel.mention(companyId), { action: 'create', mention })

    expect(shown).toEqual([
      'Bia Souza mencionou você numa observação sobre Marina Duarte: Confere o frete, @Ana Lima?',
    ])
  })

  it('is seen once the note was on screen for a moment, and the bell counts it no more', async () => {
    const { server, sight, paper } = await openTalkWithNote([mention])
    await screen.findByRole('button', { name: 'Notificações: 1 observação menciona você' })

    sight.scrollTo(paper)

    await waitFor(() =>
      expect(server.received(markMentionsSeen).map(({ body }) => body)).toEqual([{ noteIds: [5] }]),
    )
    await screen.findByRole('button', { name: 'Notificações' })
  })

  it('is not seen out of view, or when it is scrolled past', async () => {
    const { server, sight, paper } = await openTalkWithNote([mention])
    await screen.findByRole('button', { name: 'Notificações: 1 observação menciona você' })
    const pass = fakeTime()

    await pass(10_000)
    sight.scrollTo(paper)
    await pass(500)
    sight.scrollPast(paper)
    await pass(10_000)

    expect(server.received(markMentionsSeen)).toEqual([])
  })

  it('shows no toast while the note is on screen', async () => {
    const { socket, sight, paper } = await openTalkWithNote()
    const pass = fakeTime()

    socket.say(liveChannel.mention(companyId), { action: 'create', mention })
    sight.scrollTo(paper)
    await pass(2_000)

    expect(screen.queryByText(toastText)).toBeNull()
  })

  it('shows a toast while another part of the conversation is on screen', async () => {
    const { socket } = await openTalkWithNote()
    const pass = fakeTime()

    socket.say(liveChannel.mention(companyId), { action: 'create', mention })
    await pass(2_000)

    expect(screen.getByText(toastText)).toBeTruthy()
  })

  it('marking one as seen moves the focus to the next in the same list', async () => {
    const others = { ...mention, note: { ...biasNote, id: noteId(6), user: beto } }
    const { person } = open('/todolist', [mention, others])
    await person.click(
      await screen.findByRole('button', { name: 'Notificações: 2 observações mencionam você' }),
    )
    const list = await screen.findByRole('list', { name: 'Observações que mencionam você' })

    await person.click(within(list).getByRole('button', { name: /de Bia Souza/ }))

    await waitFor(() => expect(within(list).queryByRole('button', { name: /de Bia Souza/ })).toBeNull())
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: /vista a observação de Beto Reis/ }),
    )
    expect(list.isConnected).toBe(true)
  })

  it('is marked as seen in the list; leaves it when the ticket is out of sight', async () => {
    const waiting = [mention, { ...mention, note: { ...biasNote, id: noteId(6), user: null } }]
    const { person, socket, server } = open('/todolist', waiting)
    await person.click(
      await screen.findByRole('button', { name: 'Notificações: 2 observações mencionam você' }),
    )

    await person.click(
      await screen.findByRole('button', {
        name: 'Marcar como vista a observação de Bia Souza sobre Marina Duarte',
      }),
    )
    await waitFor(() => expect(server.received(markMentionsSeen)[0]?.body).toEqual({ noteIds: [5] }))
    await screen.findByRole('button', { name: 'Notificações: 1 observação menciona você', hidden: true })
    expect(screen.queryByText('Nenhum registro encontrado.')).toBeNull()
    waiting.length = 0
    socket.say(liveChannel.ticket(companyId), {
      action: 'delete',
      ticketId: anasTicket.id,
      reason: 'access',
      version: 9,
    })

    await screen.findByText('Nenhum registro encontrado.')
    await screen.findByRole('button', { name: 'Notificações', hidden: true })
  })
})

describe('drafts', () => {
  it('drafts of a note and a message show in the list, but not for the open ticket', async () => {
    sessionStorage.setItem('noteDrafts', JSON.stringify({ 1: 'Prefere sábado' }))
    const { person } = openApp({
      path: '/tickets',
      as: ana,
      serve: (fixture) =>
        talk()(fixture)
          .on(listNotes, () => [])
          .on(listTickets, ({ query }) => {
            const tickets = query.status === 'open' && !query.withUnreadMessages ? [anasTicket] : []
            return { tickets, count: tickets.length, hasMore: false }
          }),
    })
    const row = async () => (await screen.findAllByRole('article'))[0]?.textContent
    expect(await row()).toContain('Rascunho de observação:Prefere sábado')

    await person.click(await screen.findByRole('link', { name: /Marina/ }))
    await person.type(await messageField(), 'Chega na sexta')
    expect(await row()).not.toContain('Rascunho')
    await person.keyboard('{Escape}')

    await waitFor(async () => expect(await row()).toContain('Rascunho:Rascunho de observação:Chega na sexta'))
  })
})
