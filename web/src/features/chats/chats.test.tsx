import * as calls from '@balcao/contract/chats'
import { liveChannel } from '@balcao/contract/live'
import { listUserChoices } from '@balcao/contract/people'
import { getTicketByUuid } from '@balcao/contract/tickets'
import type { ChatId, ChatMessageId, Uuid } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertMention, membersMatching, mentionBeingTyped, mentionedUserIds } from '../../lib/mentions'
import { refused } from '../../testing/fake-server'
import { aSessionUser, companyId, userId } from '../../testing/makers'
import { measureElements } from '../../testing/measured-elements'
import { onAPhone, onAWideScreen } from '../../testing/on-a-phone'
import { openApp } from '../../testing/open-app'
import { aTicket } from '../../testing/ticket-makers'
import { shownToasts } from '../../ui/toasts'
import { ticketUuidsIn } from './chat-log'

const at = '2026-11-20T12:00:00.000Z'
const ana = { id: userId(2), name: 'Ana Lima' }
const bia = { id: userId(3), name: 'Bia Souza' }
const member = (user: typeof ana, unreads = 0, isMentioned = false) => ({
  userId: user.id,
  unreads,
  isMentioned,
  user,
})

// Ids are branded, hence the casts.
const aChat = (change: Partial<calls.ChatView> = {}): calls.ChatView => ({
  id: 1 as ChatId,
  uuid: '6f1c7c9e-0000-4000-8000-000000000001' as Uuid,
  title: 'Turno',
  isDirect: false,
  ownerId: ana.id,
  owner: ana,
  users: [member(ana), member(bia)],
  lastMessage: 'Bia Souza: oi',
  version: 1,
  createdAt: at,
  updatedAt: at,
  ...change,
})
const aMessage = (id: number, change: Partial<calls.ChatMessageView> = {}): calls.ChatMessageView => ({
  id: id as ChatMessageId,
  chatId: 1 as ChatId,
  senderId: bia.id,
  sender: bia,
  clientId: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  message: `mensagem ${id}`,
  media: null,
  mentions: [],
  createdAt: at,
  updatedAt: at,
  ...change,
})

const inChat = `/chats/${aChat().uuid}`

function open(path: string, chats: calls.ChatView[], messages: calls.ChatMessageView[] = []) {
  return openApp({
    path,
    as: aSessionUser(),
    serve: (server) =>
      server
        .on(listUserChoices, () => [
          { ...ana, queues: [] },
          { ...bia, queues: [] },
        ])
        .on(calls.listChats, () => ({
          records: chats,
          unreadChats: chats.filter(({ users }) => users[0]?.unreads !== 0).length,
          count: chats.length,
          hasMore: false,
        }))
        .on(calls.getChat, ({ params }) => {
          const chat = chats.find(({ uuid }) => uuid === params.uuid)
          if (chat === undefined) throw refused('ERR_NO_CHAT_FOUND')
          return chat
        })
        .on(calls.listChatMessages, ({ query }) => {
          const older = messages.filter(({ id }) => query.before === undefined || id < query.before)
          const records = older.slice(-limits.listPage)
          return { records, count: messages.length, hasMore: older.length > records.length }
        })
        .on(calls.markChatRead, () => ({
          ...aChat({ version: 9 }),
          users: [member(ana), member(bia)],
        })),
  })
}

describe('the chats', () => {
  it('CHAT-03 CHAT-19 SHELL-11 shows list and messages, each chat with title and unread badge', async () => {
    onAWideScreen()
    open(inChat, [aChat({ users: [member(ana, 3, true), member(bia)] })], [aMessage(1)])

    const list = await screen.findByRole('region', { name: 'Chats' })
    const row = await within(list).findByRole('link', { name: /Turno/ })
    expect(within(row).getByLabelText('3 não lidas').textContent).toBe('3')
    expect(within(row).getByLabelText('Você foi mencionado')).toBeTruthy()
    await within(screen.getByRole('region', { name: 'Mensagens' })).findByRole('log')
    await screen.findByText('mensagem 1')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('CHAT-03 below the breakpoint they are two tabs, and a chosen chat shows its messages', async () => {
    onAPhone()
    const { person } = open('/chats', [aChat()], [aMessage(1)])

    await person.click(await screen.findByRole('link', { name: /Turno/ }))

    await screen.findByText('mensagem 1')
    expect(screen.getByRole('tab', { name: 'Mensagens' }).getAttribute('aria-selected')).toBe('true')
    await person.click(screen.getByRole('tab', { name: 'Chats' }))
    await screen.findByRole('searchbox', { name: 'Buscar por título ou colega' })
  })

  it('CHAT-04 CHAT-05 CHAT-06 the dialog of a new chat requires a title and a member', async () => {
    onAWideScreen()
    const { person, server } = open('/chats', [])
    server.on(calls.createChat, ({ body }) => aChat({ title: body.title }))

    await person.click((await screen.findAllByRole('button', { name: 'Nova conversa' }))[0] as HTMLElement)
    await person.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(screen.getByRole('alert').textContent).toContain('Por favor, preencha o título da conversa.')
    await person.type(screen.getByLabelText('Título'), 'Turno')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(screen.getByRole('alert').textContent).toContain('Por favor, selecione pelo menos um usuário.')
    await person.click(screen.getByRole('combobox', { name: 'Usuários' }))
    await person.click(await screen.findByRole('option', { name: 'Bia Souza' }))
    await person.keyboard('{Escape}')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await waitFor(() =>
      expect(server.received(calls.createChat).map(({ body }) => body)).toEqual([
        { title: 'Turno', users: [bia.id] },
      ]),
    )
  })

  it('CHAT-09 CHAT-10 CHAT-11 its owner edits and deletes it; a delete leads back to /chats', async () => {
    onAWideScreen()
    const { person, server, socket, router } = open(inChat, [aChat()])
    server.on(calls.deleteChat, () => ({ message: 'chat deleted' }))
    await screen.findByRole('button', { name: 'Editar conversa' })

    await person.click(screen.getByRole('button', { name: 'Excluir conversa' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Esta ação não pode ser revertida, confirmar?')
    expect(server.received(calls.deleteChat)).toEqual([])
    await person.click(within(question).getByRole('button', { name: 'Excluir conversa' }))
    await waitFor(() => expect(server.received(calls.deleteChat)).toHaveLength(1))

    socket.say(liveChannel.chat(companyId), { action: 'delete', id: aChat().id })
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats'))
  })

  it('CHAT-09 CHAT-10 a member has neither button, and leaves a deleted chat', async () => {
    onAWideScreen()
    const { socket, router } = open(inChat, [aChat({ ownerId: bia.id, owner: bia })])
    await screen.findByRole('button', { name: 'Sair da conversa' })

    expect(screen.queryByRole('button', { name: 'Editar conversa' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Excluir conversa' })).toBeNull()
    socket.say(liveChannel.chat(companyId), { action: 'delete', id: aChat().id })
    await waitFor(() => expect(router.state.location.pathname).toBe('/chats'))
    await screen.findByText('Escolha uma conversa')
  })

  it('CHAT-13 a failed call shows no toast; the message itself shows that it was not sent', async () => {
    onAWideScreen()
    const { person, server } = open(inChat, [aChat()])
    let isDown = true
    server.on(calls.sendChatMessage, ({ body }) => {
      if (isDown) throw refused('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 10 })
      return { ...aMessage(5, { message: body.message, clientId: body.clientId ?? '' }), chat: aChat() }
    })

    await person.type(await screen.findByLabelText('Escreva para a equipe'), 'Olá{Enter}')
    await screen.findByText('Não foi enviada.')
    expect(shownToasts.get()).toEqual([])
    isDown = false
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    await waitFor(() => expect(screen.queryByText('Não foi enviada.')).toBeNull())
    const [first, second] = server.received(calls.sendChatMessage)
    expect(second?.body.clientId).toBe(first?.body.clientId)
    expect(screen.getAllByText('Olá')).toHaveLength(1)
  })

  it('a message that meets a lost database waits, and is sent again after a reconnect', async () => {
    onAWideScreen()
    const { person, server, socket } = open(inChat, [aChat()])
    let isDown = true
    server.on(calls.sendChatMessage, ({ body }) => {
      if (isDown) throw refused('ERR_DATABASE_UNAVAILABLE')
      return { ...aMessage(5, { message: body.message, clientId: body.clientId ?? '' }), chat: aChat() }
    })
    socket.subscribe()

    await person.type(await screen.findByLabelText('Escreva para a equipe'), 'Olá{Enter}')
    await waitFor(() => expect(server.received(calls.sendChatMessage)).toHaveLength(1))
    expect(screen.getByText('Enviando…')).toBeTruthy()
    isDown = false
    socket.lose()
    socket.subscribe()

    await waitFor(() => expect(screen.queryByText('Enviando…')).toBeNull())
    expect(screen.queryByText('Não foi enviada.')).toBeNull()
    const [first, second] = server.received(calls.sendChatMessage)
    expect(second?.body.clientId).toBe(first?.body.clientId)
  })
})

describe('messages', () => {
  it('CHAT-07 CHAT-08 Enter sends any text but blanks; shown messages are marked as read', async () => {
    onAWideScreen()
    const unread = aChat({ users: [member(ana, 2), member(bia)] })
    const { person, server, socket } = open(inChat, [unread], [aMessage(1)])
    server.on(calls.sendChatMessage, ({ body }) => ({
      ...aMessage(2, { senderId: ana.id, sender: ana, message: body.message }),
      chat: aChat(),
    }))
    await waitFor(() => expect(server.received(calls.markChatRead)).toHaveLength(1))

    const field = await screen.findByLabelText('Escreva para a equipe')
    await person.type(field, '   {Enter}')
    expect(server.received(calls.sendChatMessage)).toEqual([])
    await person.clear(field)
    await person.type(field, 'Olá, @bia{Enter}viu?{Enter}')
    await waitFor(() => expect(server.received(calls.sendChatMessage)).toHaveLength(1))

    expect(server.received(calls.sendChatMessage)[0]?.body).toMatchObject({
      message: 'Olá, @Bia Souza viu?',
      mentions: [bia.id],
    })
    socket.say(liveChannel.chat(companyId), {
      action: 'new-message',
      newMessage: aMessage(3, { message: 'chegou' }),
      chat: aChat({ version: 5 }),
    })
    await screen.findByText('chegou')
  })

  it('CHAT-12 older messages load within 600 px of the top, and not before', async () => {
    onAWideScreen()
    const messages = Array.from({ length: 60 }, (_, n) => aMessage(n + 1))
    // Without measurements the list would load everything at once.
    onTestFinished(measureElements({ scrollHeight: { get: () => 5_000 }, clientHeight: { get: () => 500 } }))
    const { server } = open(inChat, [aChat()], messages)
    const log = await screen.findByRole('log')
    await screen.findByText('mensagem 60')

    // From the end upwards: 4500 px is the top.
    log.scrollTop = -3_899
    fireEvent.scroll(log)
    expect(server.received(calls.listChatMessages)).toHaveLength(1)
    log.scrollTop = -3_900
    fireEvent.scroll(log)

    await screen.findByText('mensagem 21')
    expect(limits.chat.olderAtPixels).toBe(600)
    expect(server.received(calls.listChatMessages)[1]?.query.before).toBe(41)
  })

  it('CHAT-02 the address of a ticket becomes a card for a reader with access', async () => {
    onAWideScreen()
    const ticket = aTicket()
    const foreign = '99999999-0000-4000-8000-000000000009'
    const { server } = open(
      inChat,
      [aChat()],
      [aMessage(1, { message: `veja /tickets/${ticket.uuid} e /tickets/${foreign}` })],
    )
    server.on(getTicketByUuid, ({ params }) => {
      if (params.uuid === foreign) throw refused('ERR_NO_PERMISSION')
      return ticket
    })

    const card = await screen.findByRole('link', { name: new RegExp(ticket.contact.name) })
    expect(card.getAttribute('href')).toBe(`/tickets/${ticket.uuid}`)
    expect(document.querySelectorAll(`a[href="/tickets/${foreign}"]`)).toHaveLength(0)
  })
})

describe('the popover', () => {
  it('SHELL-43 CHAT-14 a dot while a chat is unread, live; a chosen chat opens', async () => {
    onAWideScreen()
    const { person, socket, router } = open('/todolist', [aChat()])
    const button = await screen.findByRole('button', { name: 'Chat interno' })

    socket.say(liveChannel.chat(companyId), {
      action: 'new-message',
      newMessage: aMessage(7),
      chat: aChat({ version: 2, users: [member(ana, 1), member(bia)] }),
    })
    await screen.findByRole('button', { name: 'Chat interno: há mensagens não lidas' })
    expect(screen.getByTestId('chat-dot')).toBeTruthy()
    await person.click(button)
    await person.click(
      within(await screen.findByRole('dialog', { name: 'Chat interno' })).getByRole('link', {
        name: /Turno/,
      }),
    )

    expect(router.state.location.pathname).toBe(inChat)
  })

  it('SHELL-11 SHELL-43 is missing without the module', async () => {
    const { plan } = aSessionUser().company
    openApp({
      path: '/todolist',
      as: aSessionUser({}, { plan: plan && { ...plan, useInternalChat: false } }),
    })

    await screen.findByRole('button', { name: 'Notificações' })
    expect(screen.queryByRole('button', { name: /Chat interno/ })).toBeNull()
  })
})

it('CHAT-02 finds names behind an @ and addresses of tickets in a text', () => {
  expect([mentionBeingTyped('oi @bi', 6), mentionBeingTyped('a@b', 3), mentionBeingTyped('oi', 2)]).toEqual([
    'bi',
    null,
    null,
  ])
  expect(membersMatching([ana, bia], 'sou').map(({ name }) => name)).toEqual(['Bia Souza'])
  expect(insertMention('oi @bi!', 6, bia)).toEqual({ text: 'oi @Bia Souza !', cursor: 14 })
  expect(mentionedUserIds('@Bia Souza e Ana Lima', [ana, bia])).toEqual([bia.id])
  const paula = { id: userId(77), name: `${ana.name} Paula` }
  expect(mentionedUserIds(`@${paula.name}, oi`, [ana, paula])).toEqual([paula.id])
  expect(mentionedUserIds(`@${paula.name} e @${ana.name}`, [ana, paula])).toEqual([ana.id, paula.id])
  const uuid = '6f1c7c9e-0000-4000-8000-000000000001'
  expect(ticketUuidsIn(`https://x.br/tickets/${uuid} /tickets/${uuid.toUpperCase()} /tickets/1`)).toEqual([
    uuid,
  ])
})
