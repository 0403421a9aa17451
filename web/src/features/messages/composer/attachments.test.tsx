import { getTicketByUuid, listTickets } from '@balcao/contract/tickets'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeUploads } from '../../../testing/fake-uploads'
import { openApp } from '../../../testing/open-app'
import { ana, anasTicket, bubbleOf, messageField, storedMessage, talk, talkPath } from '../../../testing/talk'
import { aTicket, aTicketContact, ticketId } from '../../../testing/ticket-makers'
import { draftOf, emptyMessageDraft, moveUnsentContent, storeDraft } from '../drafts'
import { discardOutgoingMessage } from '../outbox'

const photo = () => new File(['jpg'], 'sofa.jpg', { type: 'image/jpeg' })
const offer = () => new File(['pdf'], 'oferta.pdf', { type: 'application/pdf' })
const film = () => new File(['mp4'], 'sala.mp4', { type: 'video/mp4' })

/** Opens Ana's conversation with these files in the strip. */
async function openWith(...files: File[]) {
  const app = openApp({ path: talkPath, as: ana, serve: talk() })
  const uploads = fakeUploads()
  storeDraft(anasTicket.id, emptyMessageDraft) // removes the draft of an earlier test
  await messageField()
  fireEvent.paste(await messageField(), { clipboardData: { files } })
  await strip()
  return { ...app, uploads }
}
const strip = () => screen.findByRole('list', { name: 'Arquivos para enviar' })
const names = async () =>
  within(await strip())
    .getAllByRole('listitem')
    .map((row) => row.textContent?.match(/[a-z]+\.[a-z0-9]+/)?.[0])
const grip = async (name: string) => within(await strip()).getByLabelText(new RegExp(`^${name}, \\d de`))
const leaves = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
const send = () => screen.getByRole('button', { name: 'Enviar' })

describe('CONVO-15 files before they are sent', () => {
  it('move the focus to the caption after being chosen or dropped', async () => {
    const { person } = await openWith(photo())
    screen.getByRole('button', { name: 'Anexar' }).focus()

    fireEvent.drop(await strip(), { dataTransfer: { types: ['Files'], files: [offer()] } })

    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Legenda' })))
    await person.keyboard('{Escape}')
  })

  it('are ordered by the keyboard, each with its caption', async () => {
    const { person, uploads } = await openWith(photo(), offer(), film())
    await person.type(within(await strip()).getByLabelText('Legenda de sala.mp4'), 'A sala')

    ;(await grip('sala.mp4')).focus()
    await person.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')

    expect(await names()).toEqual(['sala.mp4', 'sofa.jpg', 'oferta.pdf'])
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^sala.mp4, 1 de 3/)
    await person.click(send())
    await waitFor(() => expect(uploads()).toHaveLength(1))
    expect(uploads()[0]?.field('body')).toBe('*Ana Lima:*\nA sala')
    await answerAll(uploads, ['sala.mp4', 'sofa.jpg', 'oferta.pdf'])
  })

  it('are ordered by dragging', async () => {
    const { person } = await openWith(photo(), offer())
    const rows = within(await strip()).getAllByRole('listitem')
    rows.forEach((row, at) => {
      row.getBoundingClientRect = () => ({ top: at * 50, bottom: at * 50 + 50 }) as DOMRect // a layout
    })

    fireEvent.pointerDown(await grip('sofa.jpg'), { button: 0 })
    fireEvent.pointerMove(window, { clientY: 70 })
    fireEvent.pointerUp(window)

    expect(await names()).toEqual(['oferta.pdf', 'sofa.jpg'])
    await person.click(within(await strip()).getByRole('button', { name: 'Tirar sofa.jpg' }))
    await person.click(within(await strip()).getByRole('button', { name: 'Tirar oferta.pdf' }))
  })

  it('can be dropped anywhere on the conversation', async () => {
    const { person } = await openWith(photo())
    const files = { types: ['Files'], files: [offer()] }

    fireEvent.dragOver(await strip(), { dataTransfer: files })
    expect(screen.getByText('Solte aqui para enviar')).toBeTruthy()
    fireEvent.drop(await strip(), { dataTransfer: files })

    expect(await names()).toEqual(['sofa.jpg', 'oferta.pdf'])
    await person.type(screen.getByRole('textbox', { name: 'Legenda' }), '{Escape}')
    expect(screen.queryByRole('list', { name: 'Arquivos para enviar' })).toBeNull()
  })

  it('LOOK removed files can be restored for five seconds, with their captions and order', async () => {
    const { person } = await openWith(photo(), offer(), film())
    await person.type(within(await strip()).getByLabelText('Legenda de oferta.pdf'), 'Vale até sábado')

    await person.click(within(await strip()).getByRole('button', { name: 'Tirar oferta.pdf' }))
    expect(await names()).toEqual(['sofa.jpg', 'sala.mp4'])
    expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Legenda' }))
    await person.click(await screen.findByRole('button', { name: 'Desfazer' }))
    expect(await names()).toEqual(['sofa.jpg', 'oferta.pdf', 'sala.mp4'])

    await person.type(screen.getByRole('textbox', { name: 'Legenda' }), '{Escape}')
    expect(screen.queryByRole('list', { name: 'Arquivos para enviar' })).toBeNull()
    expect(screen.getByText('3 arquivos tirados.')).toBeTruthy()
    await person.keyboard('{Control>}[KeyZ]{/Control}')
    expect(await names()).toEqual(['sofa.jpg', 'oferta.pdf', 'sala.mp4'])
    expect(within(await strip()).getByDisplayValue('Vale até sábado')).toBeTruthy()

    await person.type(screen.getByRole('textbox', { name: 'Legenda' }), '{Escape}')
  })

  it('LOOK removed files can be restored from another conversation, and after a merge', async () => {
    const rui = aTicket({ id: ticketId(2), userId: ana.id, contact: aTicketContact({ name: 'Rui Farias' }) })
    const { person, router } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(getTicketByUuid, ({ params }) => (params.uuid === rui.uuid ? rui : anasTicket)),
    })
    fireEvent.paste(await messageField(), { clipboardData: { files: [photo(), offer()] } })
    const undo = async () => person.click(await screen.findByRole('button', { name: 'Desfazer' }))

    await person.click(within(await strip()).getByRole('button', { name: 'Tirar sofa.jpg' }))
    await act(() => router.navigate(`/tickets/${rui.uuid}`))
    await screen.findByRole('button', { name: /Rui Farias/ })
    await act(() => router.navigate(talkPath))
    expect(await names()).toEqual(['oferta.pdf'])
    await undo()
    expect(await names()).toEqual(['sofa.jpg', 'oferta.pdf'])

    await person.click(within(await strip()).getByRole('button', { name: 'Tirar sofa.jpg' }))
    act(() => moveUnsentContent(anasTicket.id, rui.id))
    await undo()
    expect(draftOf(anasTicket.id).attachments).toEqual([])
    expect(draftOf(rui.id).attachments.map(({ file }) => file.name)).toEqual(['sofa.jpg', 'oferta.pdf'])
  })

  it('a page unload asks for confirmation while files are attached', async () => {
    const { person } = await openWith(photo())
    expect(leaves()).toBe(true)

    await person.click(within(await strip()).getByRole('button', { name: 'Tirar sofa.jpg' }))

    expect(leaves()).toBe(false)
  })

  it('mark their ticket as a draft in the list, once another is open, until they are sent', async () => {
    const rui = aTicket({ id: ticketId(2), userId: ana.id, contact: aTicketContact({ name: 'Rui Farias' }) })
    const tickets = [anasTicket, rui]
    const { person } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture)
          .on(getTicketByUuid, ({ params }) => (params.uuid === rui.uuid ? rui : anasTicket))
          .on(listTickets, ({ query }) => {
            const listed = query.status === 'open' && !query.withUnreadMessages ? tickets : []
            return { tickets: listed, count: listed.length, hasMore: false }
          }),
    })
    const row = () => screen.getByRole('link', { name: /Marina/ })
    fireEvent.paste(await messageField(), { clipboardData: { files: [photo(), offer()] } })
    await strip()
    expect(row().textContent).not.toContain('Rascunho')

    await person.click(screen.getByRole('link', { name: /Rui Farias/ }))

    await waitFor(() => expect(row().textContent).toContain('Rascunho:2 arquivos'))
    act(() => storeDraft(anasTicket.id, { ...draftOf(anasTicket.id), text: 'Segue a oferta' }))
    expect(row().textContent).toContain('Rascunho:Segue a oferta')
    act(() => storeDraft(anasTicket.id, emptyMessageDraft))
    expect(row().textContent).not.toContain('Rascunho')
  })
})

describe('CONVO-15 files on their way', () => {
  it('show their progress, and a page unload asks until the last one is stored', async () => {
    const { person, uploads } = await openWith(photo())
    await person.type(await screen.findByRole('textbox', { name: 'Legenda' }), 'O sofá')
    await person.click(send())
    await waitFor(() => expect(uploads()).toHaveLength(1))

    uploads()[0]?.progress(0.42)

    expect(await screen.findByText('42%')).toBeTruthy()
    expect(leaves()).toBe(true)
    await answerAll(uploads, ['sofa.jpg'])
    expect(leaves()).toBe(false)
  })

  it('are cancelled one by one; the next one continues', async () => {
    const { person, uploads } = await openWith(photo(), offer())
    await person.click(send())
    await waitFor(() => expect(uploads()).toHaveLength(1))

    const [first] = await screen.findAllByText('Cancelar')
    if (first !== undefined) await person.click(first)

    expect(uploads()[0]?.isAborted).toBe(true)
    await waitFor(() => expect(uploads()).toHaveLength(2))
    expect(uploads()[1]?.files[0]?.name).toBe('oferta.pdf')
    await uploads()[1]?.answer(200, [storedMessage(uploads()[1]?.field('clientId') ?? '', '')])
  })

  it('show the reason of a refusal, and are retried under the same client id', async () => {
    const { person, uploads } = await openWith(photo())
    await person.type(await screen.findByRole('textbox', { name: 'Legenda' }), 'O sofá')
    await person.click(send())
    await waitFor(() => expect(uploads()).toHaveLength(1))

    await uploads()[0]?.answer(507, { error: 'ERR_STORAGE_FULL' })

    const line = (await bubbleOf('O sofá')).parentElement
    expect(line?.textContent).toContain('Não saiu')
    expect(leaves()).toBe(true)
    await person.click(await screen.findByText('Tentar de novo'))
    await waitFor(() => expect(uploads()).toHaveLength(2))
    expect(uploads()[1]?.field('clientId')).toBe(uploads()[0]?.field('clientId'))
    expect(uploads()[1]?.files[0]?.name).toBe('sofa.jpg')
    discardOutgoingMessage(uploads()[1]?.field('clientId') ?? '')
  })

  it.each([502, 503, 504])(
    'wait after status %i, and are sent again under the same client id after a reconnect',
    async (status) => {
      const { person, socket, uploads } = await openWith(photo())
      socket.subscribe()
      await person.click(send())
      await waitFor(() => expect(uploads()).toHaveLength(1))

      socket.lose()
      await uploads()[0]?.answer(status, null)
      expect(screen.queryByText('Tentar de novo')).toBeNull()
      socket.subscribe()

      await waitFor(() => expect(uploads()).toHaveLength(2))
      expect(uploads()[1]?.field('clientId')).toBe(uploads()[0]?.field('clientId'))
      await uploads()[1]?.answer(200, [storedMessage(uploads()[1]?.field('clientId') ?? '', '')])
      expect(leaves()).toBe(false)
    },
  )
})

type Uploads = ReturnType<typeof fakeUploads>

/** Lets the server store one upload after the other; these are their files, in order. */
async function answerAll(uploads: Uploads, files: readonly string[]): Promise<void> {
  for (const [at, name] of files.entries()) {
    await waitFor(() => expect(uploads()).toHaveLength(at + 1))
    const upload = uploads()[at]
    expect(upload?.files[0]?.name).toBe(name)
    await upload?.answer(200, [storedMessage(upload.field('clientId'), '')])
  }
}
