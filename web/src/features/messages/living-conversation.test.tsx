import { type LiveTypingPayload, liveChannel, typingIndicatorLifetimeMs } from '@balcao/contract/live'
import { getMessageInfo, listMessages, type MessageView } from '@balcao/contract/messages'
import { listTicketEvents, type TicketEventView } from '@balcao/contract/ticket-events'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { failed } from '../../testing/fake-server'
import { aQueue, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { ana, anasTicket, bubbleOf, messageField, talk, talkPath } from '../../testing/talk'
import { aMessage, aPicture, contactId, messageId, ticketId } from '../../testing/ticket-makers'

const bia = { id: userId(3), name: 'Bia Souza' }
const me = { id: ana.id, name: ana.name }
const sales = { id: aQueue().id, name: 'Vendas', color: '#1E9E5A' }

function anEvent(change: Partial<TicketEventView> = {}): TicketEventView {
  return {
    id: 1,
    ticketId: ticketId(1),
    kind: 'accepted',
    at: '2026-11-20T12:00:00.000Z',
    by: me,
    user: me,
    queue: sales,
    connection: null,
    rating: null,
    unsent: null,
    ...change,
  }
}
const openWith = (events: readonly TicketEventView[], messages: readonly MessageView[] = [aMessage()]) =>
  openApp({
    path: talkPath,
    as: ana,
    serve: (fixture) =>
      talk(messages)(fixture).on(listTicketEvents, () => ({ events: [...events], hasMore: false })),
  })

describe('the events of the ticket', () => {
  it.each<[string, Partial<TicketEventView>]>([
    ['Atendimento aberto', { kind: 'created', by: null }],
    ['Ana Lima abriu o atendimento', { kind: 'created' }],
    ['Entrou na fila Vendas', { kind: 'queued', by: null }],
    ['Espera sem fila', { kind: 'queued', by: null, queue: null }],
    ['Ana Lima aceitou o atendimento', { kind: 'accepted' }],
    ['Ana Lima devolveu para a fila Vendas', { kind: 'returned' }],
    ['Ana Lima transferiu para Bia Souza · Vendas', { kind: 'transferred', user: bia }],
    ['Ana Lima transferiu para sem fila', { kind: 'transferred', user: null, queue: null }],
    ['Ana Lima finalizou o atendimento', { kind: 'closed' }],
    ['Atendimento finalizado', { kind: 'closed', by: null }],
    ['Ana Lima reabriu o atendimento', { kind: 'reopened' }],
    ['O cliente avaliou: muito satisfeito', { kind: 'rated', by: null, rating: 3 }],
    [
      'Não enviado: despedida. A janela de 24 horas estava fechada',
      { kind: 'unsent', by: null, unsent: 'farewell' },
    ],
  ])('CONVO-02 an event shows as a line: %s', async (words, change) => {
    openWith([anEvent(change)])

    const line = await screen.findByText(new RegExp(`^${words} ·`))

    expect(line.querySelector('time')?.dateTime).toBe('2026-11-20T12:00:00.000Z')
  })

  it('MESSAGE-04 a ticket that may not be opened shows only a marker', async () => {
    openWith([anEvent({ ticketId: ticketId(77), kind: 'hidden', by: null, user: null, queue: null })])

    expect(await screen.findByText('Atendimento #77: você não tem acesso')).toBeTruthy()
  })

  it('a live event shows once', async () => {
    const { socket } = openWith([])
    await bubbleOf('Mensagem 1')
    socket.subscribe()
    expect(socket.emitted).toContainEqual(['joinChatBox', 1])

    const event = { action: 'create', event: anEvent({ kind: 'transferred', by: bia }) }
    await waitFor(() => {
      socket.say(liveChannel.ticketEvent(companyId), event)
      expect(screen.getAllByText(/^Bia Souza transferiu para/)).toHaveLength(1)
    })
    socket.say(liveChannel.ticketEvent(companyId), event)
    expect(screen.getAllByText(/^Bia Souza transferiu para/)).toHaveLength(1)
  })

  it('several in a row are folded, and unfold', async () => {
    const { person } = openWith([
      anEvent({ id: 1, kind: 'created', by: null }),
      anEvent({ id: 2, kind: 'queued', by: null }),
      anEvent({ id: 3, kind: 'accepted' }),
    ])
    expect(await screen.findByText(/^Ana Lima aceitou/)).toBeTruthy()
    expect(screen.queryByText(/^Entrou na fila/)).toBeNull()

    await person.click(screen.getByText('2 acontecimentos anteriores'))

    expect(screen.getByText(/^Entrou na fila/)).toBeTruthy()
  })

  it('a failed load of the events still shows the messages', async () => {
    openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk([aMessage({ body: 'Oi' })])(fixture).on(listTicketEvents, () => {
          throw failed(500, { error: 'Internal server error' })
        }),
    })

    expect(await bubbleOf('Oi')).toBeTruthy()
  })
})

describe('presence', () => {
  const sign = (change: Partial<LiveTypingPayload> = {}): LiveTypingPayload => ({
    ticketId: ticketId(1),
    doing: 'typing',
    contact: { id: contactId(1), name: 'Marina Duarte' },
    user: null,
    ...change,
  })

  it('a typing contact shows in the head and below the messages, until its message arrives', async () => {
    const { socket } = openWith([])
    await messageField()
    socket.subscribe()

    await waitFor(() => {
      socket.say(liveChannel.typing(companyId), sign())
      expect(screen.getByText('Marina Duarte está digitando…')).toBeTruthy()
    })
    expect(screen.getByText('digitando…')).toBeTruthy()
    socket.say(liveChannel.typing(companyId), sign({ ticketId: ticketId(9), doing: 'recording' }))
    expect(screen.queryByText('gravando um áudio…')).toBeNull()

    const message = aMessage({ id: messageId(2), body: 'Pronto' })
    socket.say(liveChannel.message(companyId), {
      action: 'create',
      message,
      ticket: anasTicket,
      contact: anasTicket.contact,
    })

    await waitFor(() => expect(screen.queryByText('digitando…')).toBeNull())
  })

  it('a typing colleague shows below the messages only', async () => {
    const { socket } = openWith([])
    await messageField()
    socket.subscribe()

    await waitFor(() => {
      socket.say(liveChannel.typing(companyId), sign({ contact: null, user: bia, doing: 'recording' }))
      expect(screen.getByText('Bia Souza está gravando um áudio…')).toBeTruthy()
    })
    expect(screen.queryByText('gravando um áudio…')).toBeNull()
    socket.say(liveChannel.typing(companyId), sign({ contact: null, user: bia, doing: 'nothing' }))
    expect(screen.queryByText('Bia Souza está gravando um áudio…')).toBeNull()
  })

  it('a signal that is not repeated expires, although a colleague types on', async () => {
    const { socket } = openWith([])
    await messageField()
    socket.subscribe()
    await waitFor(() => {
      socket.say(liveChannel.typing(companyId), sign({ doing: 'recording' }))
      expect(screen.getByText('Marina Duarte está gravando um áudio…')).toBeTruthy()
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    socket.say(liveChannel.typing(companyId), sign())
    act(() => vi.advanceTimersByTime(typingIndicatorLifetimeMs / 2))
    socket.say(liveChannel.typing(companyId), sign({ contact: null, user: bia }))
    expect(screen.getByText(/Marina Duarte está digitando…/)).toBeTruthy()
    act(() => vi.advanceTimersByTime(typingIndicatorLifetimeMs / 2))

    expect(screen.queryByText(/Marina Duarte está digitando…/)).toBeNull()
    expect(screen.getByText('Bia Souza está digitando…')).toBeTruthy()
  })

  it('the head names colleagues who view the ticket, but not the user', async () => {
    const { socket } = openWith([])
    await messageField()
    socket.subscribe()

    await waitFor(() => {
      socket.say(liveChannel.ticketViewers(companyId), { ticketId: ticketId(1), users: [me, bia] })
      expect(screen.getByRole('img', { name: 'Bia Souza também está aqui' })).toBeTruthy()
    })
    socket.say(liveChannel.ticketViewers(companyId), { ticketId: ticketId(1), users: [me] })
    expect(screen.queryByRole('img', { name: /também está aqui/ })).toBeNull()
  })

  it('typing is sent once at its start, and its end when the text is sent', async () => {
    const { socket, person } = openWith([])
    await messageField()
    socket.subscribe()
    await person.type(await messageField(), 'Já vejo')
    expect(socket.emitted.filter(([event]) => event === 'typing')).toEqual([
      ['typing', { ticketId: 1, doing: 'typing' }],
    ])

    await person.keyboard('{Enter}')

    expect(socket.emitted.filter(([event]) => event === 'typing').at(-1)).toEqual([
      'typing',
      { ticketId: 1, doing: 'nothing' },
    ])
  })
})

describe('message info', () => {
  const own = aMessage({ body: 'Chega sexta', fromMe: true, ack: 2 })

  it('MESSAGE-01 shows when it was sent, delivered and read, and its author', async () => {
    const { person } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk([own])(fixture).on(getMessageInfo, () => ({
          messageId: own.id,
          createdAt: '2026-11-20T12:00:00.000Z',
          sentAt: '2026-11-20T12:00:00.000Z',
          deliveredAt: '2026-11-20T12:01:00.000Z',
          readAt: null,
          playedAt: null,
          sentBy: me,
          isGroup: false,
        })),
    })
    await person.click(within(await bubbleOf('Chega sexta')).getByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Dados da mensagem' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Dados da mensagem' }))
    const timeOf = async (term: string) =>
      (await dialog.findByText(term)).parentElement?.querySelector('dd')?.textContent
    expect(await timeOf('Entregue')).toMatch(/^20\/11\/26 \d\d:01$/)
    expect(await timeOf('Lida')).toBe('Ainda não')
    expect(await timeOf('Por')).toBe('Ana Lima')
    expect(dialog.queryByText('Ouvida')).toBeNull()
  })

  it('derives the state from the ticks of a message that is older than stored times', async () => {
    const { person } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk([own])(fixture).on(getMessageInfo, () => ({
          messageId: own.id,
          createdAt: '2026-11-20T12:00:00.000Z',
          sentAt: null,
          deliveredAt: null,
          readAt: null,
          playedAt: null,
          sentBy: me,
          isGroup: false,
        })),
    })
    await person.click(within(await bubbleOf('Chega sexta')).getByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Dados da mensagem' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Dados da mensagem' }))
    await dialog.findByText('Entregue')
    expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^20\/11\/26/),
      'Sim, sem horário',
      'Sim, sem horário',
      'Ainda não',
      'Ana Lima',
    ])
  })

  it.each([
    [
      { isBilled: true, cost: { amount: '0.0341', currency: 'BRL' } },
      'A Meta cobra esta mensagem como marketing · R$ 0,0341',
    ],
    [
      { isBilled: true, cost: null },
      'A Meta cobra esta mensagem como marketing. O custo é desconhecido: não há preço cadastrado.',
    ],
    [{ isBilled: false, cost: null }, 'A Meta não cobra esta mensagem (marketing).'],
  ])('shows what the provider charges: %j', async (charge, words) => {
    const { person } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk([own])(fixture).on(getMessageInfo, () => ({
          messageId: own.id,
          createdAt: '2026-11-20T12:00:00.000Z',
          ...{ sentAt: null, deliveredAt: null, readAt: null, playedAt: null, sentBy: me, isGroup: false },
          charge: { category: 'marketing', ...charge },
        })),
    })
    await person.click(within(await bubbleOf('Chega sexta')).getByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Dados da mensagem' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Dados da mensagem' }))
    expect(await dialog.findByText(words)).toBeTruthy()
  })

  it('shows the file name of a document', async () => {
    const media = { ...aPicture().media, mimetype: 'application/pdf', fileName: 'Orçamento.pdf' }
    const offer = { ...own, body: '', mediaType: 'application', media } as MessageView
    const { person } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk([offer])(fixture).on(getMessageInfo, () => new Promise<never>(() => undefined)),
    })

    await person.click(await screen.findByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Dados da mensagem' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Dados da mensagem' }))
    expect(dialog.getByText('Orçamento.pdf')).toBeTruthy()
    expect(dialog.queryByText('Documento')).toBeNull()
  })

  it("is not offered for the contact's messages", async () => {
    const { person } = openWith([], [aMessage({ body: 'Oi' })])

    await person.click(within(await bubbleOf('Oi')).getByLabelText('Opções da mensagem'))

    expect(await screen.findByRole('menuitem', { name: 'Responder' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Dados da mensagem' })).toBeNull()
  })
})

describe('a place far back in the conversation', () => {
  const reply = aMessage({
    id: messageId(900),
    body: 'Era este',
    quotedMsg: {
      id: messageId(12),
      clientId: null,
      body: 'O de três lugares',
      fromMe: false,
      mediaType: null,
      mediaUrl: null,
      media: null,
      isDeleted: false,
      contact: null,
    },
  })
  const old = (id: number) => aMessage({ id: messageId(id), body: `Antiga ${id}` })

  function openFar() {
    return openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(listMessages, ({ query }) => {
          const page = { ticket: anasTicket, count: 3, hasMore: true }
          if (query.around === 12) {
            return {
              ...page,
              messages: [aMessage({ id: messageId(12), body: 'O de três lugares' }), old(13)],
              hasNewer: true,
            }
          }
          if (query.before === 12) return { ...page, messages: [old(11)], hasMore: false }
          if (query.after === 13) return { ...page, messages: [old(14)], hasNewer: true }
          // Without layout every row is in view, and page after page would be requested.
          if (query.after !== undefined) return new Promise<never>(() => undefined)
          return { ...page, messages: [reply], hasMore: false }
        }),
    })
  }

  it('a quote leads to its message though it is not loaded, and marks it', async () => {
    const { person, server } = openFar()
    const bubble = await bubbleOf('Era este')

    await person.click(within(bubble).getByText('O de três lugares'))

    expect(await screen.findByText('Antiga 13')).toBeTruthy()
    expect(screen.queryByText('Era este')).toBeNull()
    expect(server.received(listMessages).some(({ query }) => query.around === 12)).toBe(true)
    expect((await bubbleOf('O de três lugares')).parentElement?.className).toContain('marked')
  })

  it('a message sent meanwhile is not put below it, and the button leads to the newest', async () => {
    const { person, socket } = openFar()
    await person.click(within(await bubbleOf('Era este')).getByText('O de três lugares'))
    await screen.findByText('Antiga 13')

    socket.say(liveChannel.message(companyId), {
      action: 'create',
      message: aMessage({ id: messageId(901), body: 'Alô?' }),
      ticket: anasTicket,
      contact: anasTicket.contact,
    })
    expect(screen.queryByText('Alô?')).toBeNull()
    await person.click(screen.getByLabelText('Ir para a mais recente'))

    expect(await screen.findByText('Era este')).toBeTruthy()
    expect(screen.queryByText('Antiga 13')).toBeNull()
  })

  it('RT-23 a viewer of the newest messages sees the newest after a long absence', async () => {
    let isLate = false
    const far = [aMessage({ id: messageId(12), body: 'O de três lugares' }), old(13)]
    const { person, socket } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(listMessages, ({ query }) => {
          const page = { ticket: anasTicket, count: 3, hasMore: true }
          if (query.around === 12) return { ...page, messages: far, hasNewer: isLate }
          if (query.before === 12) return { ...page, messages: [old(11)], hasMore: false }
          if (query.after !== undefined) return { ...page, messages: far, hasNewer: true }
          const newest = isLate ? aMessage({ id: messageId(950), body: 'Depois de tudo' }) : reply
          return { ...page, messages: [newest], hasMore: false }
        }),
    })
    await person.click(within(await bubbleOf('Era este')).getByText('O de três lugares'))
    await screen.findByText('Antiga 13')
    socket.subscribe()

    socket.lose()
    isLate = true
    socket.subscribe()

    expect(await screen.findByText('Depois de tudo')).toBeTruthy()
  })
})

describe('a refetch', () => {
  it('CONVO-03 older messages load although the top was in sight during a refetch', async () => {
    let isBack = false
    let resolveFetch: () => void = () => undefined
    const fetched = new Promise<void>((resolve) => (resolveFetch = resolve))
    const { router } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(listMessages, async ({ query }) => {
          const page = { ticket: anasTicket, count: 2 }
          if (query.before === undefined) {
            if (isBack) await fetched
            return { ...page, messages: [aMessage({ id: messageId(21) })], hasMore: true }
          }
          if (!isBack) return new Promise<never>(() => undefined)
          return { ...page, messages: [aMessage({ id: messageId(20) })], hasMore: false }
        }),
    })
    await bubbleOf('Mensagem 21')
    await act(() => router.navigate('/tickets'))
    await waitFor(() => expect(screen.queryByText('Mensagem 21')).toBeNull())

    isBack = true
    await act(() => router.navigate(talkPath))
    await bubbleOf('Mensagem 21')
    resolveFetch()

    expect(await screen.findByText('Mensagem 20')).toBeTruthy()
  })

  /** Serves a conversation of this many messages, paged as the server does. */
  function openLong(messages: () => number) {
    return openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(listMessages, ({ query: { before, after, limit } }) => {
          const from = Math.max(1, after === undefined ? (before ?? messages() + 1) - limit : after + 1)
          const to = Math.min(
            messages(),
            after === undefined ? (before ?? messages() + 1) - 1 : after + limit,
          )
          return {
            messages: Array.from({ length: to - from + 1 }, (_, at) =>
              aMessage({ id: messageId(from + at) }),
            ),
            ticket: anasTicket,
            count: messages(),
            hasMore: after !== undefined || from > 1,
            ...(after !== undefined && { hasNewer: to < messages() }),
          }
        }),
    })
  }
  type Server = ReturnType<typeof openApp>['server']
  const asked = (server: Server) =>
    server.received(listMessages).map(({ query: { before, after, limit } }) => ({ before, after, limit }))
  const oldest = { after: undefined, before: 11, limit: 40 } // down to the first of all

  it.each([
    ['a little', 80, [{ after: 30, before: undefined, limit: 100 }]],
    [
      'more than a page can hold',
      140,
      [
        { after: 30, before: undefined, limit: 100 },
        { after: 130, before: undefined, limit: 100 },
      ],
    ],
  ])(
    'RT-23 CONVO-03 a reconnect retains all loaded messages, when %s arrived live',
    async (_, live, first) => {
      let newest = 50
      const { server, socket } = openLong(() => newest)
      await waitFor(() => expect(asked(server)).toContainEqual(oldest)) // without layout every row is in view
      socket.subscribe()
      for (newest = 51; newest <= live; newest += 1) {
        socket.say(liveChannel.message(companyId), {
          action: 'create',
          message: aMessage({ id: messageId(newest) }),
          ticket: anasTicket,
          contact: anasTicket.contact,
        })
      }
      await bubbleOf(`Mensagem ${live}`)

      socket.lose()
      newest = live + 2
      socket.subscribe()

      await bubbleOf(`Mensagem ${live + 2}`)
      await waitFor(() =>
        expect(asked(server).slice(-2 - first.length)).toEqual([
          ...first,
          { after: undefined, before: 31, limit: 20 },
          oldest,
        ]),
      )
    },
  )

  it('RT-23 after a reconnect with more than one page the newest messages show', async () => {
    let newest = 50
    const { server, socket } = openLong(() => newest)
    await waitFor(() => expect(asked(server)).toContainEqual(oldest))
    socket.subscribe()

    socket.lose()
    newest = 400
    socket.subscribe()

    await bubbleOf('Mensagem 400')
    expect(asked(server)).toContainEqual({ after: 30, before: undefined, limit: 100 })
  })

  it('TICKET-51 a fetch in an unfocused window marks nothing as read until the focus', async () => {
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    onTestFinished(() => focus.mockRestore())
    const { server, socket } = openApp({
      path: talkPath,
      as: ana,
      serve: talk([aMessage({ body: 'Oi' })], { ...anasTicket, unreadMessages: 1 }),
    })
    await screen.findByText('Oi')
    socket.lose()
    socket.subscribe()
    await waitFor(() => expect(server.received(listMessages)).toHaveLength(2))
    expect(server.received(listMessages).map(({ query }) => query.unseen)).toEqual([true, true])

    focus.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('focus')))

    await waitFor(() => expect(server.received(listMessages)).toHaveLength(3))
    expect(server.received(listMessages).at(-1)?.query.unseen).toBe(undefined)
  })
})
