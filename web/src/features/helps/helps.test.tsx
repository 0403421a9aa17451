import {
  createHelpVideo,
  deleteHelpVideo,
  type HelpVideoView,
  listAllHelpVideos,
  updateHelpVideo,
} from '@balcao/contract/helps'
import { liveChannel } from '@balcao/contract/live'
import type { HelpId } from '@balcao/domain/ids'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeServer } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const aHelp = (change: Partial<HelpVideoView> = {}): HelpVideoView => ({
  id: 1 as HelpId, // branding
  title: 'Como vincular um número',
  description: 'Do código QR à primeira mensagem',
  video: 'dQw4w9WgXcQ',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})
const second = aHelp({ id: 2 as HelpId, title: 'Etiquetas', description: '', video: 'abcdefghijk' })

describe('the help page', () => {
  const open = (helps: HelpVideoView[] = [aHelp(), second]) =>
    openApp({
      path: '/helps',
      as: aSessionUser(),
      serve: (server) => server.on(listAllHelpVideos, () => helps),
    })

  it('HELP-04 SHELL-12 shows each video to all users, with picture, title and description', async () => {
    open()

    const list = await screen.findByRole('list', { name: 'Vídeos de ajuda' })
    const card = within(list).getByRole('button', { name: /Como vincular um número/ })
    expect(card.textContent).toContain('Do código QR à primeira mensagem')
    expect(screen.getByRole('link', { name: 'Ajuda' })).toBeTruthy()
  })

  it('HELP-03 the picture comes from the video host, the player only after a click', async () => {
    const { person } = open()

    const card = await screen.findByRole('button', { name: /Como vincular um número/ })
    expect(card.querySelector('img')?.src).toBe('https://img.youtube.com/vi/dQw4w9WgXcQ/mqdefault.jpg')
    expect(document.querySelector('iframe')).toBeNull()
    await person.click(card)

    const player = await screen.findByTitle('Vídeo: Como vincular um número')
    expect(player.getAttribute('src')).toBe('https://www.youtube.com/embed/dQw4w9WgXcQ')
  })

  it('a picture that fails to load shows a tile, and the video can still be opened', async () => {
    const { person } = open([aHelp()])
    const card = await screen.findByRole('button', { name: /Como vincular um número/ })

    const picture = card.querySelector('img')
    if (picture !== null) fireEvent.error(picture)

    expect(card.querySelector('img')).toBeNull()
    await person.click(card)
    await screen.findByTitle('Vídeo: Como vincular um número')
  })

  it("RT-22 a video that the platform's owner adds appears live", async () => {
    const { socket } = open([])
    await screen.findByRole('heading', { name: 'Nenhum vídeo por enquanto' })

    socket.say(liveChannel.help(companyId), { action: 'create', record: second })

    await screen.findByRole('button', { name: /Etiquetas/ })
  })
})

describe('help videos in the settings', () => {
  const open = (serve?: (server: FakeServer) => void) =>
    openApp({
      path: '/settings?tab=helps',
      as: anAdmin({ super: true }),
      serve: (server) => {
        server.on(listAllHelpVideos, () => [aHelp(), second])
        serve?.(server)
      },
    })

  it("HELP-02 the platform's owner has a list and a form with title, description and video", async () => {
    const { person, server } = open((fake) =>
      fake.on(createHelpVideo, ({ body }) => aHelp({ id: 3 as HelpId, ...body })),
    )
    await screen.findByRole('table', { name: 'Vídeos de ajuda' })

    await person.click(screen.getByRole('button', { name: 'Novo vídeo' }))
    await person.type(screen.getByLabelText('Título'), 'Filas')
    await person.type(screen.getByLabelText('Descrição'), 'Quem atende o quê')
    await person.type(screen.getByLabelText('Vídeo'), 'https://youtu.be/abcdefghijk')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Operação realizada com sucesso!')
    expect(server.received(createHelpVideo)[0]?.body).toMatchObject({ title: 'Filas', video: 'abcdefghijk' })
    await screen.findByRole('cell', { name: 'Filas' })
  })

  it.each([
    ['', 'abcdefghijk', 'Required'],
    ['Filas', '', 'Required'],
    ['Filas', 'https://vimeo.com/1', 'Invalid video'],
  ])('HELP-07 title "%s" with video "%s" is refused', async (title, video, words) => {
    const { person, server } = open()
    await person.click(await screen.findByRole('button', { name: 'Novo vídeo' }))
    if (title !== '') await person.type(screen.getByLabelText('Título'), title)
    if (video !== '') await person.type(screen.getByLabelText('Vídeo'), video)
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText(words)
    expect(server.received(createHelpVideo)).toEqual([])
  })

  it('HELP-06 changes one, and deletes one after a question', async () => {
    const { person, server } = open((fake) =>
      fake
        .on(updateHelpVideo, ({ body }) => aHelp(body))
        .on(deleteHelpVideo, () => ({ message: 'help deleted' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Como vincular um número' }))
    const field = screen.getByLabelText('Título')
    await person.clear(field)
    await person.type(field, 'Vincular')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByRole('cell', { name: 'Vincular' })

    await person.click(screen.getByRole('button', { name: 'Excluir Etiquetas' }))
    expect(screen.getByText('Deseja realmente excluir este registro?')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Excluir' }))

    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Etiquetas' })).toBeNull())
    expect(server.received(deleteHelpVideo)[0]?.params).toEqual({ helpId: 2 })
  })
})
