import { liveChannel } from '@balcao/contract/live'
import {
  deleteMessage,
  listMessages,
  type MessageView,
  retryMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { getTicketByUuid, listTickets } from '@balcao/contract/tickets'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
// Loaded before the first test opens it: on a busy machine its chunks take longer than a test waits.
import '../../app/ticket-area-page'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aSessionUser, companyId } from '../../testing/makers'
import { measureElements } from '../../testing/measured-elements'
import { openApp } from '../../testing/open-app'
import { serveFiles } from '../../testing/talk'
import { aMessage, aPicture, aTicket, messageId, ticketId } from '../../testing/ticket-makers'

const ana = aSessionUser()
const ticket = aTicket({ id: ticketId(1), userId: ana.id, user: { id: ana.id, name: ana.name } })
const path = `/tickets/${ticket.uuid}`

/** Serves the open ticket with these messages; stores new ones as the real server does. */
function talk(messages: readonly MessageView[] = [], hasMore = false) {
  return (server: FakeServer) =>
    server
      .on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
      .on(getTicketByUuid, () => ticket)
      .on(listMessages, () => ({ messages: [...messages], ticket, count: messages.length, hasMore }))
      .on(sendMessage, ({ body }) => stored(String(body.clientId), String(body.body)))
}

function stored(clientId: string, body: string, change: Partial<MessageView> = {}): MessageView {
  return aMessage({ id: messageId(50), clientId, body, fromMe: true, ...change })
}

// A list is hidden until it has measured itself, which never happens without layout: find bubbles by label and text, not by
// role.
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Escreva uma mensagem' })
const bubbleOf = async (text: string) => {
  const words = await screen.findAllByText(text)
  const bubble = words
    .map((word) => word.closest<HTMLElement>('[data-mine] > article'))
    .find((one) => one !== null)
  if (bubble === undefined || bubble === null) throw new Error(`no bubble with the text ${text}`)
  return bubble
}

describe('the composer', () => {
  it('CONVO-10 CONVO-16 CONVO-17 Enter sends at once, signed with the name', async () => {
    const { person, server } = openApp({ path, as: ana, serve: talk() })

    await person.type(await field(), 'Bom dia{Enter}')

    expect(server.received(sendMessage)[0]?.body).toMatchObject({ body: '*Ana Lima:*\nBom dia' })
    expect((await field()).value).toBe('')
  })

  it('CONVO-10 Shift+Enter breaks the line', async () => {
    const { person, server } = openApp({ path, as: ana, serve: talk() })

    await person.type(await field(), 'um{Shift>}{Enter}{/Shift}dois')

    expect((await field()).value).toBe('um\ndois')
    expect(server.received(sendMessage)).toEqual([])
  })

  it('CONVO-10 on touch Enter breaks the line, and the button sends', async () => {
    const matchMedia = window.matchMedia.bind(window)
    const finger = Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList // the used part of one
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? finger : matchMedia(query),
    )
    const { person, server } = openApp({ path, as: ana, serve: talk() })

    await person.type(await field(), 'um{Enter}dois')
    expect((await field()).value).toBe('um\ndois')
    expect(server.received(sendMessage)).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Enviar' }))

    await waitFor(() => expect(server.received(sendMessage)[0]?.body.body).toBe('*Ana Lima:*\num\ndois'))
  })

  it('CONVO-10 the field grows with its lines, up to five', async () => {
    const lineHeight = 20
    const scrollHeight = {
      get(this: HTMLElement) {
        return 'value' in this ? String(this.value).split('\n').length * lineHeight : 0
      },
    }
    onTestFinished(measureElements({ scrollHeight }))
    openApp({ path, as: ana, serve: talk() })
    const box = await field()
    const heightWith = async (lines: number) => {
      fireEvent.change(box, { target: { value: Array.from({ length: lines }, () => 'linha').join('\n') } })
      await waitFor(() => expect(box.value.split('\n')).toHaveLength(lines))
      return box.style.height
    }

    expect([await heightWith(1), await heightWith(3), await heightWith(5), await heightWith(9)]).toEqual([
      '20px',
      '60px',
      '100px',
      '100px',
    ])
  })

  it('CONVO-16 signing can be switched off, and this browser remembers it', async () => {
    const { person, server } = openApp({ path, as: ana, serve: talk() })

    await person.click(await screen.findByRole('button', { name: 'Assinar com seu nome: ligado' }))
    await person.type(await field(), 'Oi{Enter}')

    expect(server.received(sendMessage)[0]?.body.body).toBe('Oi')
    expect(localStorage.getItem('signOption')).toBe('false')
  })

  it('CONVO-01 the day above the messages is HOJE, or the date in full', async () => {
    const today = aMessage({ id: messageId(2), createdAt: new Date().toISOString() })
    openApp({
      path,
      as: ana,
      serve: talk([aMessage({ createdAt: '2026-01-15T12:00:00.000Z' }), today]),
    })

    const days = (await bubbleOf('Mensagem 2')).closest('[class*=frame]')?.querySelectorAll('p[class*=day]')

    expect([...(days ?? [])].map(({ textContent }) => textContent)).toEqual(['15/01/2026', 'HOJE'])
  })

  it('CONVO-18 blanks alone are not sent', async () => {
    const { person, server } = openApp({ path, as: ana, serve: talk() })

    await person.type(await field(), '   {Enter}')

    expect(server.received(sendMessage)).toEqual([])
  })

  it('the draft survives a visit to the list', async () => {
    const { person, router } = openApp({ path, as: ana, serve: talk() })
    await person.type(await field(), 'Já volto')

    await router.navigate('/tickets')
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    await router.navigate(path)

    expect((await field()).value).toBe('Já volto')
  })

  it('CONVO-15 a pasted picture shows in the strip and can be removed; a large file is refused', async () => {
    const { person } = openApp({ path, as: ana, serve: talk() })
    const photo = new File(['jpg'], 'sofa.jpg', { type: 'image/jpeg' })
    const huge = new File(['x'], 'filme.mp4', { type: 'video/mp4' })
    Object.defineProperty(huge, 'size', { value: 70 << 20 })

    fireEvent.paste(await field(), { clipboardData: { files: [photo, huge] } })

    expect(await screen.findByText('filme.mp4 é grande demais: o limite é 64 MB.')).toBeTruthy()
    const strip = await screen.findByRole('list', { name: 'Arquivos para enviar' })
    expect(within(strip).getByText(/sofa.jpg/)).toBeTruthy()
    await person.click(within(strip).getByRole('button', { name: 'Tirar sofa.jpg' }))
    expect(screen.queryByRole('list', { name: 'Arquivos para enviar' })).toBeNull()
  })
})

describe('a message on its way', () => {
  it('MESSAGE-02 MESSAGE-07 shows a clock before the server answers, then its rising ticks', async () => {
    const answer: { give: (message: MessageView) => void } = { give: () => undefined }
    const { person, server, socket } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(
          sendMessage,
          () =>
            new Promise<MessageView>((resolve) => {
              answer.give = resolve
            }),
        ),
    })
    await person.type(await field(), 'Chegou?{Enter}')
    const bubble = await bubbleOf('Chegou?')
    expect(within(bubble).getByLabelText('esperando envio')).toBeTruthy()

    const { clientId, body } = server.received(sendMessage)[0]?.body ?? {}
    answer.give(stored(String(clientId), String(body)))
    const delivered = stored(String(clientId), String(body), {
      ack: 2,
      updatedAt: '2026-11-20T13:00:00.000Z',
    })
    await waitFor(() => {
      socket.say(liveChannel.message(companyId), { action: 'update', message: delivered })
      expect(screen.getByLabelText('entregue')).toBeTruthy()
    })
    expect(screen.getAllByText('Chegou?')).toHaveLength(1)
  })

  it('an event before the answer still makes one bubble', async () => {
    const { person, server, socket } = openApp({
      path,
      as: ana,
      serve: (fixture) => talk()(fixture).on(sendMessage, () => new Promise(() => undefined)),
    })
    await person.type(await field(), 'Chegou?{Enter}')
    await bubbleOf('Chegou?')
    const { clientId, body } = server.received(sendMessage)[0]?.body ?? {}

    socket.say(liveChannel.message(companyId), {
      action: 'create',
      message: stored(String(clientId), String(body), { ack: 1 }),
      ticket,
      contact: ticket.contact,
    })

    expect(await screen.findByLabelText('enviada')).toBeTruthy()
    expect(screen.getAllByText('Chegou?')).toHaveLength(1)
  })

  it('a refused one shows the reason and is retried under the same client id', async () => {
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(sendMessage, () => {
          throw refused('ERR_CREATING_MESSAGE')
        }),
    })
    await person.type(await field(), 'Chegou?{Enter}')
    expect(await screen.findByText('Não saiu: Erro ao gravar a mensagem.')).toBeTruthy()

    talk()(server)
    await person.click(screen.getByText('Tentar de novo'))

    await waitFor(() => expect(screen.queryByText(/Não saiu/)).toBeNull())
    const names = server.received(sendMessage).map(({ body }) => body.clientId)
    expect(names[0]).toBe(names[1])
  })

  it('MESSAGE-07 a stored message that failed for good can be retried', async () => {
    const failedOne = aMessage({ fromMe: true, body: 'Consigo até sábado', failure: 'ERR_SENDING_WAPP_MSG' })
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([failedOne])(fixture).on(retryMessage, () => ({ ...failedOne, failure: null })),
    })

    expect(await screen.findByText(/Não saiu: Erro ao enviar a mensagem/)).toBeTruthy()
    await person.click(screen.getByText('Tentar de novo'))

    await waitFor(() => expect(screen.queryByText(/Não saiu/)).toBeNull())
    expect(server.received(retryMessage)).toHaveLength(1)
  })
})

describe('the messages', () => {
  it('RT-07 RT-16 an incoming message shows in the joined chat box, and is announced', async () => {
    const { socket } = openApp({ path, as: ana, serve: talk([aMessage({ body: 'Oi' })]) })
    await screen.findByText('Oi')
    socket.subscribe()
    expect(socket.emitted).toContainEqual(['joinChatBox', ticket.id])

    socket.say(liveChannel.message(companyId), {
      action: 'create',
      message: aMessage({ id: messageId(9), body: 'Tem em azul?' }),
      ticket,
      contact: ticket.contact,
    })

    expect(await bubbleOf('Tem em azul?')).toBeTruthy()
    expect(screen.getByRole('log').textContent).toMatch(/^Marina Duarte, \d\d:\d\d: Tem em azul\?$/)
  })

  it('a message of another ticket does not appear here', async () => {
    const { socket } = openApp({ path, as: ana, serve: talk([aMessage({ body: 'Oi' })]) })
    await screen.findByText('Oi')

    socket.say(liveChannel.message(companyId), {
      action: 'create',
      message: aMessage({ id: messageId(9), ticketId: ticketId(8), body: 'Outra conversa' }),
      ticket: aTicket({ id: ticketId(8) }),
      contact: ticket.contact,
    })

    expect(screen.queryByText('Outra conversa')).toBeNull()
  })

  it('CONVO-03 older messages are requested by the oldest loaded one', async () => {
    const { server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(listMessages, ({ query }) => ({
          messages:
            query.before === undefined
              ? [aMessage({ id: messageId(21) })]
              : [aMessage({ id: messageId(20) })],
          ticket,
          count: 2,
          hasMore: query.before === undefined,
        })),
    })

    expect(await screen.findByText('Mensagem 21')).toBeTruthy()
    await screen.findByText('Mensagem 20')
    expect(server.received(listMessages).map(({ query }) => query.before)).toContain(21)
  })

  it('CONVO-03 each older page doubles the loaded messages, up to a hundred', async () => {
    const { server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(listMessages, ({ query: { before = 501, limit } }) => ({
          messages: Array.from({ length: limit }, (_, at) =>
            aMessage({ id: messageId(before - limit + at) }),
          ),
          ticket,
          count: 2,
          hasMore: before > 341,
        })),
    })

    await waitFor(() => expect(server.received(listMessages)).toHaveLength(5))
    expect(server.received(listMessages).map(({ query }) => [query.before, query.limit])).toEqual([
      [undefined, 20],
      [481, 20],
      [461, 40],
      [421, 80],
      [341, 100],
    ])
  })

  it('CONVO-04 a reply quotes the message it answers', async () => {
    const { person, server } = openApp({ path, as: ana, serve: talk([aMessage({ body: 'Tem em azul?' })]) })
    const bubble = await bubbleOf('Tem em azul?')

    await person.click(within(bubble).getByLabelText('Opções da mensagem'))
    expect(screen.queryByRole('menuitem', { name: 'Apagar' })).toBeNull()
    await person.click(await screen.findByRole('menuitem', { name: 'Responder' }))
    await person.type(await field(), 'Tem!{Enter}')

    expect(server.received(sendMessage)[0]?.body.quotedMsg).toEqual({ id: 1 })
  })

  it('LOOK a swipe to the right replies; vertical and short moves do not', async () => {
    openApp({ path, as: ana, serve: talk([aMessage({ body: 'Entregam sábado?' })]) })
    const bubble = await bubbleOf('Entregam sábado?')
    bubble.setPointerCapture = () => undefined // happy-dom has none
    const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1 }
    const draw = (right: number, down: number) => {
      fireEvent.pointerDown(bubble, { ...finger, clientX: 100, clientY: 100 })
      for (const part of [0.3, 0.6, 1])
        fireEvent.pointerMove(bubble, { ...finger, clientX: 100 + right * part, clientY: 100 + down * part })
      const { transform } = bubble.style
      fireEvent.pointerUp(bubble, { ...finger, clientX: 100 + right, clientY: 100 + down })
      return transform
    }

    expect([draw(40, 0), draw(20, 90), draw(-80, 0)]).toEqual(['translateX(40px)', '', ''])
    expect(screen.queryByRole('button', { name: 'Não responder a esta mensagem' })).toBeNull()
    expect(draw(90, 10)).toBe('translateX(72px)')

    expect(await screen.findByRole('button', { name: 'Não responder a esta mensagem' })).toBeTruthy()
    expect(bubble.style.transform).toBe('')
  })

  it('CONVO-04 CONVO-09 an own message is deleted after a question, and stays in its place', async () => {
    const own = aMessage({ fromMe: true, body: 'Errei' })
    const { person } = openApp({
      path,
      as: ana,
      serve: (fixture) => talk([own])(fixture).on(deleteMessage, () => ({ ...own, isDeleted: true })),
    })
    await person.click(within(await bubbleOf('Errei')).getByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Apagar' }))
    await person.click(await screen.findByRole('button', { name: 'Apagar para todos' }))

    const deleted = await screen.findByText('Mensagem apagada')
    expect(deleted.querySelector('.lucide-ban')).toBeTruthy()
    expect(screen.queryByText('Errei')).toBeNull()
  })

  it('CONVO-05 CONVO-06 a picture is fetched as a blob from its url', async () => {
    openApp({ path, as: ana, serve: talk([aPicture({ body: 'Este aqui' })]) })
    const answer = globalThis.fetch
    const asked = vi.fn(async (address: string, request?: RequestInit) =>
      address.startsWith('/public/') ? new Response(new Blob(['jpg'])) : answer(address, request),
    )
    vi.stubGlobal('fetch', asked)

    const picture = await screen.findByAltText<HTMLImageElement>('Este aqui')

    expect(picture.src).toMatch(/^blob:/)
    expect(asked.mock.calls.some(([address]) => address === '/public/1/sofa.jpg')).toBe(true)
  })

  it('CONVO-06 a loaded picture is neither fetched nor painted again after a reconnect', async () => {
    const { server, socket } = openApp({ path, as: ana, serve: talk([aPicture({ body: 'Este aqui' })]) })
    const asked = serveFiles()
    const picture = await screen.findByAltText<HTMLImageElement>('Este aqui')
    const before = picture.src

    socket.lose()
    socket.subscribe()
    await waitFor(() => expect(server.received(listMessages)).toHaveLength(2))

    expect(asked()).toHaveLength(1)
    expect(picture.src).toBe(before)
  })

  it('media that could not be fetched can be retried', async () => {
    const lost = aPicture({ mediaUrl: null, media: { ...emptyMedia, state: 'failed' } })
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([lost])(fixture).on(retryMessage, () => ({
          ...lost,
          media: { ...emptyMedia, state: 'on-its-way' as const },
        })),
    })

    await person.click(await screen.findByText('Tentar de novo'))

    expect(await screen.findByText('A caminho…')).toBeTruthy()
    expect(server.received(retryMessage)).toHaveLength(1)
  })

  it('CONVO-05 a document can be downloaded, with its name, pages and size', async () => {
    const document_ = aMessage({
      body: '',
      mediaType: 'application',
      mediaUrl: '/public/1/o.pdf',
      media: {
        ...emptyMedia,
        state: 'ready',
        mimetype: 'application/pdf',
        fileName: 'Orçamento.pdf',
        sizeBytes: 412_000,
        pages: 3,
      },
    })
    openApp({ path, as: ana, serve: talk([document_]) })

    const link = await screen.findByRole<HTMLAnchorElement>('link', {
      name: /^Baixar Orçamento.pdf/,
      hidden: true,
    })

    expect(link.textContent).toContain('3 páginas · 412 kB')
    expect(link.getAttribute('download')).toBe('Orçamento.pdf')
  })

  it('a link preview is a card with its real host, which opens in a new tab', async () => {
    const linkPreview = {
      url: 'https://xn--lja-sed.com/sofa',
      title: 'loja.com: *Sofá* <b>Serra</b>',
      description: 'Três lugares',
    }
    openApp({ path, as: ana, serve: talk([aMessage({ body: 'Este? lоja.com/sofa', linkPreview })]) })

    const card = await screen.findByLabelText<HTMLAnchorElement>(
      'Abrir loja.com: *Sofá* <b>Serra</b>, em xn--lja-sed.com',
    )

    expect(card.textContent).toBe('loja.com: *Sofá* <b>Serra</b>Três lugaresxn--lja-sed.com')
    expect(card.getAttribute('href')).toBe('https://xn--lja-sed.com/sofa')
    expect([card.target, card.rel]).toEqual(['_blank', 'noopener noreferrer nofollow'])
    expect(card.querySelector('img')).toBeNull()
  })

  it('the picture of a link preview comes from the message itself', async () => {
    const linkPreview = { url: 'https://loja.com/', title: 'Loja', description: '', picture: '/9j/4AAQ' }
    openApp({ path, as: ana, serve: talk([aMessage({ body: 'loja.com', linkPreview })]) })

    const card = await screen.findByLabelText('Abrir Loja, em loja.com')

    const picture = card.querySelector('img')
    expect(picture?.src).toBe('data:image/jpeg;base64,/9j/4AAQ')
    expect(picture?.alt).toBe('') // the title and the host name the card
  })

  it('markup in a message is text, never HTML', async () => {
    openApp({ path, as: ana, serve: talk([aMessage({ body: '<img src=x onerror=alert(1)> *oi*' })]) })

    const bubble = await bubbleOf('<img src=x onerror=alert(1)>')

    expect(bubble.querySelector('img')).toBeNull()
    expect(within(bubble).getByText('oi').tagName).toBe('STRONG')
  })

  it('MESSAGE-12 a group names each sender', async () => {
    const group = { ...ticket, isGroup: true }
    openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([aMessage({ body: 'Oi', contact: { ...ticket.contact, name: 'Dalva' } })])(fixture).on(
          getTicketByUuid,
          () => group,
        ),
    })

    expect((await bubbleOf('Oi')).textContent).toContain('Dalva')
  })
})

const emptyMedia = {
  mimetype: 'image/jpeg',
  fileName: null,
  sizeBytes: null,
  seconds: null,
  width: null,
  height: null,
  pages: null,
  isVoice: false,
  waveform: null,
  thumbnailUrl: null,
  compatibleUrl: null,
} as const
