import { listContactChoices } from '@balcao/contract/contacts'
import { liveChannel } from '@balcao/contract/live'
import {
  deleteMessage,
  editMessage,
  listMessages,
  type MessageView,
  reactToMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { getTicketByUuid, listTickets } from '@balcao/contract/tickets'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aSessionUser, companyId } from '../../testing/makers'
import { measureElements } from '../../testing/measured-elements'
import { openApp } from '../../testing/open-app'
import { bubbleOf } from '../../testing/talk'
import { aMessage, aPicture, aTicket, contactId, messageId, ticketId } from '../../testing/ticket-makers'
import { draftOf, emptyMessageDraft, moveUnsentContent, storeDraft } from './drafts'

const ana = aSessionUser()
const ticket = aTicket({ id: ticketId(1), userId: ana.id, user: { id: ana.id, name: ana.name } })
const path = `/tickets/${ticket.uuid}`
const now = new Date().toISOString()

function talk(messages: readonly MessageView[]) {
  return (server: FakeServer) =>
    server
      .on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
      .on(getTicketByUuid, () => ticket)
      .on(listMessages, () => ({ messages: [...messages], ticket, count: messages.length, hasMore: false }))
      .on(sendMessage, ({ body }) => aMessage({ id: messageId(50), clientId: String(body.clientId) }))
}

// Without layout the list is hidden: find bubbles by label and text, not by role.
const lineOf = async (words: string) => {
  const line = (await screen.findAllByText(words))
    .map((word) => word.closest<HTMLElement>('[data-joined]'))
    .find((one) => one !== null)
  if (line === undefined || line === null) throw new Error(`no bubble with the text ${words}`)
  return within(line)
}
const reaction = (change: Partial<MessageView['reactions'][number]>) => ({
  emoji: '👍',
  fromMe: false,
  contact: { id: contactId(1), name: 'Marina Duarte' },
  user: null,
  createdAt: now,
  ...change,
})
const sofa = (id: number, change: Partial<MessageView> = {}) =>
  aPicture({ id: messageId(id), createdAt: now, mediaUrl: `/public/1/sofa-${id}.jpg`, ...change })
const ours = reaction({ fromMe: true, contact: null, user: { id: ana.id, name: ana.name } })

describe('reactions', () => {
  it('show below the bubble with their authors; a click on ours removes it', async () => {
    const reacted = aMessage({ body: 'Fechado?', reactions: [reaction({}), ours] })
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([reacted])(fixture).on(reactToMessage, () => ({ ...reacted, reactions: [reaction({})] })),
    })
    const line = await lineOf('Fechado?')
    const chip = line.getByLabelText('👍 de Marina Duarte e Ana Lima')
    expect(chip.textContent).toBe('👍2')
    expect(chip.getAttribute('aria-pressed')).toBe('true')

    await person.click(chip)

    expect((await lineOf('Fechado?')).getByLabelText('👍 de Marina Duarte')).toBeTruthy()
    expect(server.received(reactToMessage)[0]?.body).toEqual({ emoji: '' })
  })

  it('are chosen from the menu of the message', async () => {
    const plain = aMessage({ body: 'Fechado?' })
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) => talk([plain])(fixture).on(reactToMessage, () => ({ ...plain, reactions: [ours] })),
    })

    await person.click((await lineOf('Fechado?')).getByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Reagir' }))
    await person.click(await screen.findByRole('button', { name: '👍' }))

    expect((await lineOf('Fechado?')).getByLabelText('👍 de Ana Lima')).toBeTruthy()
    expect(server.received(reactToMessage)[0]?.body).toEqual({ emoji: '👍' })
  })

  it('that the server refuses show the reason', async () => {
    const { person } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([aMessage({ body: 'Fechado?', reactions: [reaction({})] })])(fixture).on(reactToMessage, () => {
          throw refused('ERR_REACT_WAPP_MSG')
        }),
    })

    await person.click((await lineOf('Fechado?')).getByLabelText('👍 de Marina Duarte'))

    expect(await screen.findByText('Não é possível reagir a esta mensagem.')).toBeTruthy()
  })
})

describe('corrections', () => {
  const own = aMessage({
    body: '*Ana Lima:*\nEntrega quinta',
    fromMe: true,
    user: { id: ana.id, name: ana.name },
    createdAt: now,
    ack: 2,
  })
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Escreva uma mensagem' })
  const correction = () =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Novo texto da mensagem' })

  it('the arrow up in an empty field corrects the last own message, without its signature', async () => {
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([own])(fixture).on(editMessage, ({ body }) => ({ ...own, body: body.body, isEdited: true })),
    })
    await person.type(await field(), '{ArrowUp}')
    expect((await correction()).value).toBe('Entrega quinta')

    await person.clear(await correction())
    await person.type(await correction(), 'Entrega sexta{Enter}')

    expect((await lineOf('Entrega sexta')).getByText('editada')).toBeTruthy()
    expect(server.received(editMessage)[0]?.body).toEqual({ body: '*Ana Lima:*\nEntrega sexta' })
    expect(await field()).toBeTruthy()
  })

  it('Escape cancels, and the earlier draft is still there', async () => {
    const { person, server } = openApp({ path, as: ana, serve: talk([own]) })
    await person.type(await field(), 'Já volto')
    await person.click((await lineOf('Entrega quinta')).getByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Editar' }))

    await person.type(await correction(), ' mesmo{Escape}')

    expect((await field()).value).toBe('Já volto')
    expect(server.received(editMessage)).toEqual([])
  })

  it('a refused one shows the reason and keeps the new text', async () => {
    const { person } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([own])(fixture).on(editMessage, () => {
          throw refused('ERR_EDIT_WAPP_MSG')
        }),
    })
    await person.type(await field(), '{ArrowUp}')
    await person.type(await correction(), '-feira{Enter}')

    expect(await screen.findByText(/Não foi possível editar a mensagem/)).toBeTruthy()
    expect((await correction()).value).toBe('Entrega quinta-feira')
  })

  it.each([
    ['after a quarter of an hour', { createdAt: '2020-01-01T12:00:00.000Z' }],
    ['of a customer', { fromMe: false }],
    ['of what could not be sent', { failure: 'ERR_SENDING_WAPP_MSG' }],
  ])('%s there is nothing to correct', async (_, change) => {
    const { person } = openApp({
      path,
      as: ana,
      serve: talk([{ ...own, body: 'Entrega quinta', ...change }]),
    })

    await person.click((await lineOf('Entrega quinta')).getByLabelText('Opções da mensagem'))

    expect(await screen.findByRole('menuitem', { name: 'Copiar' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Editar' })).toBeNull()
  })

  it('one that WhatsApp refused is reported below the message and can be retried', async () => {
    const { person } = openApp({ path, as: ana, serve: talk([{ ...own, refusedChange: 'edit' }]) })
    const line = await lineOf('O WhatsApp não aceitou a edição. O cliente vê o texto acima.')

    await person.click(line.getByText('Tentar de novo'))

    expect((await correction()).value).toBe('Entrega quinta')
  })

  it('a deletion that WhatsApp refused is reported below the message and can be retried', async () => {
    const deleted: unknown[] = []
    const own = aMessage({ fromMe: true, body: '', isDeleted: true, refusedChange: 'deletion' })
    const { person } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([own])(fixture).on(deleteMessage, ({ params }) => {
          deleted.push(params.messageId)
          return { ...own, refusedChange: null }
        }),
    })
    const line = await lineOf('O WhatsApp não apagou esta mensagem. O cliente ainda pode vê-la.')

    await person.click(line.getByText('Tentar de novo'))
    await person.click(await screen.findByRole('button', { name: 'Apagar para todos' }))

    await waitFor(() => expect(deleted).toEqual([own.id]))
  })
})

describe('marks and kinds', () => {
  it("a view-once message that only the phone has is labelled in the reader's language", async () => {
    openApp({ path, as: ana, serve: talk([aMessage({ body: 'View once', isViewOnce: true })]) })

    expect(await screen.findByText('Mensagem de visualização única. Só dá para ver no celular.')).toBeTruthy()
    expect(screen.queryByText('View once')).toBeNull()
  })

  it.each([
    ['audio/ogg', 'Áudio que não toca'],
    ['video/mp4', 'Vídeo que não toca'],
    ['image/jpeg', 'Imagem que não abre'],
    ['application/x-foo', 'Documento'],
  ])('a broken %s shows "%s" and can be downloaded', async (mimetype, words) => {
    const media = { ...aPicture().media, state: 'ready', mimetype, fileName: null } as MessageView['media']
    const broken = aMessage({ body: '', mediaType: 'application', media, mediaUrl: '/public/1/x.bin' })
    openApp({ path, as: ana, serve: talk([broken]) })

    const link = await screen.findByRole('link', { name: new RegExp(`^Baixar ${words}`), hidden: true })
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/public/1/x.bin', words])
  })

  it.each([
    ['campaign', 'Campanha'],
    ['schedule', 'Agendamento'],
    ['api', 'API'],
    ['bot', 'Robô'],
    ['automatic', 'Automática'],
  ] as const)('a message by %s shows its mark', async (origin, words) => {
    openApp({ path, as: ana, serve: talk([aMessage({ body: 'Olá!', fromMe: true, origin })]) })

    const bubble = await bubbleOf('Olá!')
    expect(within(bubble).getByLabelText(words).getAttribute('data-tip')).toBe(words)
  })

  it.each(['person', 'device', null] as const)('a message by %s shows no mark', async (origin) => {
    openApp({ path, as: ana, serve: talk([aMessage({ body: 'Olá!', fromMe: true, origin })]) })

    expect((await bubbleOf('Olá!')).querySelector('[data-tip]')).toBeNull()
  })

  it('a poll lists its choices, and one to three emoji alone are large', async () => {
    openApp({
      path,
      as: ana,
      serve: talk([
        aMessage({ body: '📊 Que dia?\n• sábado\n• domingo' }),
        aMessage({ id: messageId(2), body: '👍🏽' }),
        aMessage({ id: messageId(3), body: '👍🏽 sim' }),
        aMessage({ id: messageId(4), body: '👨‍👩‍👧 🇧🇷❤️' }),
        aMessage({ id: messageId(5), body: '🎉🎉🎉🎉' }),
        aMessage({ id: messageId(6), body: '123' }),
      ]),
    })

    const poll = await bubbleOf('Que dia?')
    expect([...poll.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'sábado',
      'domingo',
    ])
    for (const few of ['👍🏽', '👨‍👩‍👧 🇧🇷❤️'])
      expect((await bubbleOf(few)).querySelector('[data-emoji="true"]')).not.toBeNull()
    for (const other of ['👍🏽 sim', '🎉🎉🎉🎉', '123'])
      expect((await bubbleOf(other)).querySelector('[data-emoji="true"]')).toBeNull()
  })

  it('CONVO-07 a place without a picture shows its coordinates, and requests no map', async () => {
    const body = '|https://maps.google.com/maps?q=-30.03465%2C-51.21766&z=17|Loja Centro'
    openApp({ path, as: ana, serve: talk([aMessage({ body, mediaType: 'locationMessage' })]) })

    const bubble = await bubbleOf('Loja Centro')
    expect(within(bubble).getByText('-30.03465, -51.21766')).toBeTruthy()
    expect(bubble.querySelector('img')).toBeNull()
  })

  it('CONVO-08 a call shows its outcome', async () => {
    openApp({
      path,
      as: ana,
      serve: talk([aMessage({ mediaType: 'call_log', body: 'Chamada de vídeo perdida às 10:05' })]),
    })

    expect(await screen.findByText('Chamada de vídeo perdida às 10:05')).toBeTruthy()
  })

  it('CONVO-05 a video shows its poster, plays in place, and is fetched when it is played', async () => {
    const { media } = aPicture()
    const film = aMessage({
      body: 'A montagem',
      mediaType: 'video',
      mediaUrl: '/public/1/montagem.mp4',
      media: media && { ...media, mimetype: 'video/mp4', thumbnailUrl: '/public/1/small.webp' },
    })
    openApp({ path, as: ana, serve: talk([film]) })

    const video = await screen.findByLabelText<HTMLVideoElement>('A montagem')

    expect(video.tagName).toBe('VIDEO')
    expect([video.getAttribute('src'), video.getAttribute('poster'), video.controls, video.preload]).toEqual([
      '/public/1/montagem.mp4',
      '/public/1/small.webp',
      true,
      'none',
    ])
    const finger = { pointerType: 'touch', isPrimary: true, clientY: 5 }
    fireEvent.pointerDown(video, { ...finger, clientX: 10 }) // seeks within the video
    fireEvent.pointerMove(video, { ...finger, clientX: 80 })
    expect(video.closest('article')?.style.transform).toBe('')
  })

  it('a sticker shows without a bubble', async () => {
    const sticker = aPicture()
    openApp({
      path,
      as: ana,
      serve: talk([{ ...sticker, media: sticker.media && { ...sticker.media, mimetype: 'image/webp' } }]),
    })
    serveFiles()

    expect(await screen.findByAltText('Figurinha')).toBeTruthy()
    expect(screen.queryByLabelText('Abrir a foto')).toBeNull()
  })

  it('CONVO-06 the bubble shows the thumbnail; the viewer fetches the full picture', async () => {
    const picture = aPicture({ body: 'Este aqui' })
    const thumbnailUrl = '/public/1/small.webp'
    const { person } = openApp({
      path,
      as: ana,
      serve: talk([{ ...picture, media: picture.media && { ...picture.media, thumbnailUrl } }]),
    })
    const asked = serveFiles()
    await screen.findByAltText('Este aqui')
    expect(asked()).toEqual([thumbnailUrl])

    await person.click(screen.getByLabelText('Abrir a foto'))

    expect(await screen.findByRole('button', { name: 'Aumentar' })).toBeTruthy()
    await waitFor(() => expect(asked()).toEqual([thumbnailUrl, '/public/1/sofa.jpg']))
  })

  it('the viewer shows sender (without asterisks) and time, and leads to its message', async () => {
    const { person } = openApp({
      path,
      as: ana,
      serve: talk([
        sofa(1, {
          fromMe: true,
          body: '*Ana Lima:*\nSegue tudo',
          contact: null,
          user: { id: ana.id, name: 'Ana Lima' },
        }),
      ]),
    })
    serveFiles()
    expect(await screen.findByAltText('Ana Lima: Segue tudo')).toBeTruthy()
    await person.click(screen.getByLabelText('Abrir a foto'))
    const viewer = within(await screen.findByRole('dialog', { name: 'Foto' }))
    expect(viewer.getByText('Ana Lima')).toBeTruthy()
    expect(viewer.getByText(/^\d\d\/\d\d\/\d\d,? \d\d:\d\d$/)).toBeTruthy()

    await person.click(viewer.getByRole('button', { name: 'Ir para a mensagem' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await bubbleOf('Ana Lima:')).parentElement?.className).toContain('marked')
  })

  it('the viewer zooms in even steps', async () => {
    const { person } = openApp({ path, as: ana, serve: talk([sofa(1)]) })
    serveFiles()
    await person.click(await screen.findByLabelText('Abrir a foto'))
    const viewer = within(await screen.findByRole('dialog', { name: 'Foto' }))
    const smaller = viewer.getByRole<HTMLButtonElement>('button', { name: 'Diminuir' })
    const larger = viewer.getByRole<HTMLButtonElement>('button', { name: 'Aumentar' })
    await waitFor(() => expect(viewer.getByRole('img')).toBeTruthy())

    for (let step = 0; step < 6; step += 1) await person.click(larger)
    expect(larger.disabled).toBe(true)
    for (let step = 0; step < 6; step += 1) await person.click(smaller)
    expect(smaller.disabled).toBe(true)
  })

  it('CONVO-05 three pictures form an album; buttons and arrow keys step through the viewer', async () => {
    const { person } = openApp({
      path,
      as: ana,
      serve: talk([sofa(1), sofa(2), sofa(3), sofa(4, { body: 'E este' })]),
    })
    const asked = serveFiles()
    const album = within(await screen.findByLabelText('Fotos de Marina Duarte'))
    const first = album.getByLabelText('Abrir a foto 1 de 3')
    expect(album.getAllByLabelText(/^Abrir a foto \d de 3$/)).toHaveLength(3)
    expect(album.getAllByLabelText('Opções da mensagem')).toHaveLength(3)

    await person.click(first)
    const viewer = within(await screen.findByRole('dialog', { name: 'Foto' }))
    expect(await viewer.findByText('1 de 4')).toBeTruthy()
    expect(viewer.getByLabelText('Foto anterior').getAttribute('aria-disabled')).toBe('true')
    await person.click(viewer.getByLabelText('Próxima foto'))
    expect(viewer.getByText('2 de 4')).toBeTruthy()
    await person.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')

    expect(viewer.getByText('4 de 4')).toBeTruthy()
    expect(viewer.getByText('E este')).toBeTruthy()
    await waitFor(() => expect(asked()).toContain('/public/1/sofa-4.jpg'))
  })

  it('the viewer remains when an album forms, and closes when its picture is deleted', async () => {
    const { person, socket } = openApp({ path, as: ana, serve: talk([sofa(1), sofa(2)]) })
    serveFiles()
    const [, second] = await screen.findAllByLabelText('Abrir a foto')
    socket.subscribe()
    if (second !== undefined) await person.click(second)
    const viewer = await screen.findByRole('dialog', { name: 'Foto' })
    const zoomIn = within(viewer).getByLabelText('Aumentar')
    zoomIn.focus()

    const third = { action: 'create', message: sofa(3), ticket, contact: ticket.contact }
    socket.say(liveChannel.message(companyId), third)
    expect(await within(viewer).findByText('2 de 3')).toBeTruthy()
    expect(screen.getByLabelText('Fotos de Marina Duarte')).toBeTruthy()
    expect(document.activeElement).toBe(zoomIn)
    await person.keyboard('{ArrowRight}')
    expect(within(viewer).getByText('3 de 3')).toBeTruthy()
    const deleted = { ...sofa(3), isDeleted: true }
    socket.say(liveChannel.message(companyId), { action: 'update', message: deleted })

    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Foto' })).toBeNull())
  })

  it('closing the viewer focuses the list when the button that opened it was unmounted', async () => {
    const { person, socket } = openApp({ path, as: ana, serve: talk([sofa(1), sofa(2)]) })
    serveFiles()
    const [, second] = await screen.findAllByLabelText('Abrir a foto')
    socket.subscribe()
    if (second !== undefined) await person.click(second)
    const viewer = await screen.findByRole('dialog', { name: 'Foto' })
    const third = { action: 'create', message: sofa(3), ticket, contact: ticket.contact }
    socket.say(liveChannel.message(companyId), third)
    await within(viewer).findByText('2 de 3')

    await person.keyboard('{Escape}')

    expect(screen.queryByRole('dialog', { name: 'Foto' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Mensagens com Marina Duarte'))
  })

  it('a quote scrolls a late picture of a high album into the middle', async () => {
    const quotedMsg = { ...sofa(9), contact: null }
    const question = aMessage({ id: messageId(11), body: 'Quero este', createdAt: now, quotedMsg })
    const ten = Array.from({ length: 10 }, (_, at) => sofa(at + 1))
    const { person } = openApp({ path, as: ana, serve: talk([...ten, question]) })
    serveFiles()
    const quote = (await lineOf('Quero este')).getByText('Foto')
    const log = screen.getByLabelText('Mensagens com Marina Duarte')
    onTestFinished(
      measureElements({
        clientHeight: { get: () => 500 },
        getBoundingClientRect: {
          value(this: HTMLElement) {
            const isNinth = this.dataset.part === 'message-9'
            return isNinth ? { top: 1_000, bottom: 1_160, height: 160 } : { top: 0, bottom: 500, height: 500 }
          },
        },
      }),
    )
    const before = log.scrollTop

    await person.click(quote)

    expect(log.scrollTop - before).toBe(1_000 - (500 - 160) / 2)
  })

  it('a quote of one picture of an album leads to it, and marks it alone', async () => {
    const quotedMsg = { ...sofa(2), contact: null }
    const { person } = openApp({
      path,
      as: ana,
      serve: talk([
        sofa(1),
        sofa(2),
        sofa(3),
        aMessage({ id: messageId(4), body: 'Quero este', createdAt: now, quotedMsg }),
      ]),
    })
    serveFiles()
    const album = await screen.findByLabelText('Fotos de Marina Duarte')
    const tiles = [...album.querySelectorAll('article')]
    const marked = () => tiles.map(({ className }) => className.includes('marked'))
    expect(marked()).toEqual([false, false, false])

    await person.click((await lineOf('Quero este')).getByText('Foto'))

    expect(marked()).toEqual([false, true, false])
    expect(album.parentElement?.className).not.toContain('marked')
  })

  it('a double click enlarges the picture, and begins no reply to it', async () => {
    const { person } = openApp({ path, as: ana, serve: talk([aPicture({ body: 'Este aqui' })]) })
    serveFiles()
    await person.click(await screen.findByLabelText('Abrir a foto'))
    const viewer = within(await screen.findByRole('dialog', { name: 'Foto' }))

    await person.dblClick(await viewer.findByAltText('Este aqui'))

    expect(viewer.getByLabelText<HTMLButtonElement>('Diminuir').disabled).toBe(false)
    expect(screen.queryByLabelText('Não responder a esta mensagem')).toBeNull()
  })

  it('CONVO-08 TICKET-49 each card shows name and number, and begins a ticket with that number', async () => {
    const card = (name: string, number: string) =>
      `BEGIN:VCARD\nFN:${name}\nTEL;waid=${number}:+${number}\nEND:VCARD`
    const body = `${card('Bia', '5551977770001')}\n${card('Rui', '5551977770002')}`
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([aMessage({ mediaType: 'vcard', body })])(fixture).on(listContactChoices, () => []),
    })
    const copy = await screen.findByLabelText('Copiar o número de Bia')
    const bia = copy.closest('[class*=cardActions]')?.parentElement
    expect(bia?.textContent).toContain('Bia+55 51 97777-0001')

    const second = screen.getAllByText('Conversar').at(1)
    if (second !== undefined) await person.click(second)

    const dialog = within(await screen.findByRole('dialog', { name: 'Novo atendimento' }))
    expect(dialog.getByRole('combobox', { name: 'Contato' })).toHaveProperty('value', '5551977770002')
    await person.click(await screen.findByRole('option', { name: 'Criar contato “5551977770002”' }))

    const form = within(await screen.findByRole('dialog', { name: 'Novo contato' }))
    expect(form.getByLabelText('Nome')).toHaveProperty('value', 'Rui')
    expect(form.getByLabelText('Número do WhatsApp')).toHaveProperty('value', '5551977770002')
    expect(server.received(listContactChoices).map(({ query }) => query.name)).toEqual(['5551977770002'])
  })

  it('shows the first ten of many cards, and the others on request', async () => {
    const body = Array.from(
      { length: 12 },
      (_, nth) => `BEGIN:VCARD\nFN:Pessoa ${nth}\nTEL:${nth}\nEND:VCARD`,
    )
    const { person } = openApp({
      path,
      as: ana,
      serve: talk([aMessage({ mediaType: 'vcard', body: `${body.join('\n')}\n✂️ [cortada]` })]),
    })
    expect(await screen.findByText('Pessoa 9')).toBeTruthy()
    expect(screen.queryByText('Pessoa 10')).toBeNull()
    expect(screen.getByText('✂️ [cortada]')).toBeTruthy()

    await person.click(screen.getByText('Mais 2 contatos'))

    expect(screen.getByText('Pessoa 11')).toBeTruthy()
    expect(screen.queryByText('Mais 2 contatos')).toBeNull()
  })

  it('shows a long text up to a whole word, and the rest on request', async () => {
    const body = `${'palavra '.repeat(1_000)}fim`
    const { person } = openApp({ path, as: ana, serve: talk([aMessage({ body })]) })
    const more = await screen.findByText('Ver mais')
    const shown = more.parentElement?.textContent ?? ''
    expect(shown.length).toBeLessThan(2_100)
    expect(shown).toMatch(/palavra… Ver mais$/)

    await person.click(more)

    expect(await screen.findByText(/palavra fim$/)).toBeTruthy()
    expect(screen.queryByText('Ver mais')).toBeNull()
  })

  it('CONVO-07 a place shows its picture, its description, and a button that opens the link', async () => {
    const [picture, link] = ['data:image/png;base64,AAAA', 'https://maps.google.com/maps?q=-30.03,-51.23']
    const body = `${picture}|${link}|Mercado Público\nLargo Jornalista, s/n`
    openApp({ path, as: ana, serve: talk([aMessage({ mediaType: 'locationMessage', body })]) })

    const open = await screen.findByText('Abrir no mapa')

    const card = open.closest('[class*=card]')?.parentElement
    expect(open.closest('a')?.getAttribute('href')).toBe(link)
    expect(card?.querySelector('img')?.getAttribute('src')).toBe(picture)
    expect(card?.textContent).toContain('Mercado PúblicoLargo Jornalista, s/n')
  })
})

describe('sounds', () => {
  const played: string[] = []
  beforeEach(() => {
    played.length = 0
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) =>
      type.startsWith('audio/mpeg') ? 'maybe' : '',
    )
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
      played.push(this.getAttribute('src') ?? '')
      this.dispatchEvent(new Event('play'))
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
      this.dispatchEvent(new Event('pause'))
    })
  })
  const media = aPicture().media
  const voice = (id: number, change: Partial<MessageView> = {}) =>
    aMessage({
      id: messageId(id),
      body: '',
      mediaType: 'audio',
      mediaUrl: `/public/1/${id}.ogg`,
      media: media && {
        ...media,
        mimetype: 'audio/ogg; codecs=opus',
        isVoice: true,
        seconds: 42,
        compatibleUrl: `/public/1/${id}.mp3`,
      },
      ...change,
    })

  it('a browser without OGG plays the MP3, and a second sound stops the first', async () => {
    const { person } = openApp({ path, as: ana, serve: talk([voice(1), voice(2)]) })
    const [first, second] = await screen.findAllByLabelText('Ouvir')
    if (first === undefined || second === undefined) throw new Error('two sounds were expected')

    await person.click(first)
    expect(screen.getAllByLabelText('Pausar')).toHaveLength(1)
    await person.click(second)

    expect(played).toEqual(['/public/1/1.mp3', '/public/1/2.mp3'])
    expect(screen.getAllByLabelText('Pausar')).toHaveLength(1)
  })

  it('the arrow keys seek by five seconds, and the speed cycles', async () => {
    const { person } = openApp({ path, as: ana, serve: talk([voice(1)]) })
    const place = await screen.findByLabelText('Posição do áudio')

    place.focus()
    await person.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(place.getAttribute('aria-valuetext')).toBe('0:05 de 0:42')
    await person.keyboard('{End}')
    expect(place.getAttribute('aria-valuenow')).toBe('42')

    await person.click(screen.getByLabelText('Velocidade: 1×'))
    await person.click(screen.getByLabelText('Velocidade: 1,5×'))
    expect(screen.getByLabelText('Velocidade: 2×')).toBeTruthy()
    await person.click(screen.getByLabelText('Velocidade: 2×'))
  })

  it('MESSAGE-02 a voice message of ours shows that it was played', async () => {
    openApp({ path, as: ana, serve: talk([voice(1, { fromMe: true, ack: 4 })]) })

    expect(await screen.findByLabelText('mensagem de voz ouvida')).toBeTruthy()
  })
})

describe('content besides text', () => {
  const openMenu = async (person: ReturnType<typeof openApp>['person'], choice: string) => {
    await person.click(await screen.findByRole('button', { name: 'Anexar' }))
    await person.click(await screen.findByRole('menuitem', { name: choice }))
  }

  it('a place requires a point, and is sent with its name', async () => {
    const { person, server } = openApp({ path, as: ana, serve: talk([]) })
    await openMenu(person, 'Localização')
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar localização' }))

    const write = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })

    write('Link do mapa ou coordenadas', 'Mercado')
    await person.click(dialog.getByRole('button', { name: 'Enviar' }))
    expect(dialog.getByText(/Não achamos um ponto neste texto/)).toBeTruthy()
    write('Link do mapa ou coordenadas', '-30.02772, -51.22874')
    write('Nome do lugar (opcional)', 'Mercado Público')
    await person.click(dialog.getByRole('button', { name: 'Enviar' }))

    await waitFor(() =>
      expect(server.received(sendMessage)[0]?.body.location).toMatchObject({
        latitude: -30.02772,
        longitude: -51.22874,
        name: 'Mercado Público',
      }),
    )
  })

  it('contacts are searched and sent together; one without a number cannot be chosen', async () => {
    const { person, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([])(fixture).on(listContactChoices, () => [
          { id: contactId(7), name: 'Rui Farias', number: '5551999887777' },
          { id: contactId(8), name: 'Rui sem número', number: '' },
          { id: contactId(9), name: 'Rui Lopes', number: '5551999886666' },
        ]),
    })
    await openMenu(person, 'Contato')
    const dialog = within(await screen.findByRole('dialog', { name: 'Enviar contatos' }))

    fireEvent.change(dialog.getByLabelText('Buscar contato'), { target: { value: 'Rui' } })
    await person.click(await dialog.findByRole('checkbox', { name: /Rui Farias/ }))
    await person.click(dialog.getByRole('checkbox', { name: /Rui Lopes/ }))
    expect(dialog.queryByText('Rui sem número')).toBeNull()
    await person.click(dialog.getByRole('button', { name: 'Enviar 2 contatos' }))

    await waitFor(() => expect(server.received(sendMessage)[0]?.body.contactIds).toEqual([7, 9]))
  })

  it('CONVO-13 without a microphone the reason is shown', async () => {
    const refusal = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.assign(navigator, { mediaDevices: { getUserMedia: refusal } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
    const { person } = openApp({ path, as: ana, serve: talk([]) })

    await person.click(await screen.findByRole('button', { name: 'Gravar áudio' }))

    expect(await screen.findByText(/O navegador não pode usar o microfone/)).toBeTruthy()
  })
})

describe('a conversation into which another was merged', () => {
  it('is refetched, with the messages of the other', async () => {
    const pages = [
      [aMessage({ body: 'Oi' })],
      [aMessage({ body: 'Oi' }), aMessage({ id: messageId(2), body: 'De antes' })],
    ]
    const { socket, server } = openApp({
      path,
      as: ana,
      serve: (fixture) =>
        talk([])(fixture).on(listMessages, () => {
          const messages = pages[Math.min(server.received(listMessages).length, pages.length) - 1] ?? []
          return { messages, ticket, count: messages.length, hasMore: false }
        }),
    })
    await screen.findByText('Oi')

    socket.say(liveChannel.ticket(companyId), {
      action: 'update',
      ticketId: ticket.id,
      ticket: { ...ticket, version: 2 },
      conversationChanged: true,
    })

    expect(await screen.findByText('De antes')).toBeTruthy()
  })

  it('takes over the draft of the other', () => {
    storeDraft(ticketId(8), { text: 'Já vejo', quoted: null, attachments: [] })
    storeDraft(ticketId(9), { text: 'Bom dia', quoted: null, attachments: [] })

    moveUnsentContent(ticketId(8), ticketId(9))

    expect(draftOf(ticketId(9)).text).toBe('Bom dia\nJá vejo')
    expect(draftOf(ticketId(8))).toBe(emptyMessageDraft)
    storeDraft(ticketId(9), emptyMessageDraft)
  })
})

/** Serves the file requests; returns the list of requested urls. */
function serveFiles(): () => string[] {
  const answer = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
    if (!address.startsWith('/public/')) return answer(address, request)
    asked.push(address)
    return new Response(new Blob(['file']))
  })
  return () => asked
}
