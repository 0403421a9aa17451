import {
  type AnnouncementView,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  updateAnnouncement,
} from '@balcao/contract/announcements'
import { liveChannel } from '@balcao/contract/live'
import type { AnnouncementId } from '@balcao/domain/ids'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeServer } from '../../testing/fake-server'
import { anAdmin, aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const anAnnouncement = (id: number, change: Partial<AnnouncementView> = {}): AnnouncementView => ({
  id: id as AnnouncementId, // branding
  title: 'Manutenção',
  text: 'Hoje às 22h ficamos fora por dez minutos.',
  priority: 3,
  status: true,
  mediaPath: null,
  mediaName: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})
const low = anAnnouncement(1)
const high = anAnnouncement(2, {
  title: 'Fora do ar',
  text: 'Já voltamos.',
  priority: 1,
  mediaPath: '0/a.png',
})
const medium = anAnnouncement(3, { title: 'Novidade', priority: 2 })

describe('the popover', () => {
  const open = (shown: AnnouncementView[] = [high, low]) =>
    openApp({
      path: '/todolist',
      as: aSessionUser(),
      serve: (server) =>
        server.on(listAnnouncements, () => ({ records: shown, count: shown.length, hasMore: false })),
    })
  const news = { name: 'Informativos: há novidades' }
  const titles = () =>
    within(screen.getByRole('dialog', { name: 'Informativos' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('b')?.textContent)

  it('SHELL-42 ANNOUNCE-09 a dot shows until the popover opens, and again for a new one', async () => {
    const { person, socket } = open()
    await person.click(await screen.findByRole('button', news))
    await person.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Informativos' })
    expect(screen.queryByTestId('announcements-dot')).toBeNull()
    expect(JSON.parse(localStorage.getItem('announcementsSeen') ?? '')).toMatchObject({ ids: [2, 1] })

    socket.say(liveChannel.announcement(), { action: 'create', record: medium })

    await person.click(await screen.findByRole('button', news))
    await waitFor(() => expect(titles()).toEqual(['Fora do ar', 'Novidade', 'Manutenção']))
  })

  it('ANNOUNCE-09 an announcement that this person has seen brings no dot', async () => {
    localStorage.setItem(
      'announcementsSeen',
      JSON.stringify({ userId: aSessionUser().id, ids: [high.id, low.id] }),
    )
    open()

    await screen.findByRole('button', { name: 'Informativos' })
    expect(screen.queryByTestId('announcements-dot')).toBeNull()
  })

  it('ANNOUNCE-02 ANNOUNCE-09 each has its colour and label; a click opens text and picture', async () => {
    const { person } = open([high, medium, low])
    await person.click(await screen.findByRole('button', news))
    const item = await screen.findByRole('button', { name: /Fora do ar/ })
    const marks = screen.getAllByRole('button').filter(({ dataset }) => dataset.priority !== undefined)
    expect(
      marks.map((mark) => [
        mark.dataset.priority,
        mark.querySelector('[data-tone]')?.getAttribute('data-tone'),
        /Alta|Média|Baixa/.exec(mark.textContent ?? '')?.[0],
      ]),
    ).toEqual([
      ['1', 'bad', 'Alta'],
      ['2', 'warn', 'Média'],
      ['3', 'idle', 'Baixa'],
    ])

    await person.click(item)

    const reader = await screen.findByRole('dialog', { name: 'Fora do ar' })
    expect(reader.textContent).toContain('Já voltamos.')
    expect(reader.querySelector('img')?.getAttribute('src')).toBe('/public/0/a.png')
  })

  it('ANNOUNCE-08 an inactive or deleted one disappears live', async () => {
    const { person, socket } = open([high, medium, low])
    await person.click(await screen.findByRole('button', news))

    socket.say(liveChannel.announcement(), { action: 'update', record: { ...medium, status: false } })
    socket.say(liveChannel.announcement(), { action: 'delete', id: low.id })

    await waitFor(() => expect(titles()).toEqual(['Fora do ar']))
  })

  it('ANNOUNCE-09 GEN-11 loads the next page near the end of the list', async () => {
    const { person, server } = openApp({
      path: '/todolist',
      as: aSessionUser(),
      serve: (fake) =>
        fake.on(listAnnouncements, ({ query }) => ({
          records: query.pageNumber === 1 ? [high, medium] : [low],
          count: 3,
          hasMore: query.pageNumber === 1,
        })),
    })
    await person.click(await screen.findByRole('button', news))
    await waitFor(() => expect(titles()).toEqual(['Fora do ar', 'Novidade']))
    expect(server.received(listAnnouncements).map(({ query }) => query)).toMatchObject([
      { searchParam: '', pageNumber: 1 },
    ])

    fireEvent.scroll(within(screen.getByRole('dialog', { name: 'Informativos' })).getByRole('list'))

    await waitFor(() => expect(titles()).toEqual(['Fora do ar', 'Novidade', 'Manutenção']))
    expect(JSON.parse(localStorage.getItem('announcementsSeen') ?? '')).toMatchObject({ ids: [2, 3, 1] })
  })

  it('shows an empty state without any', async () => {
    const { person } = open([])
    await person.click(await screen.findByRole('button', { name: 'Informativos' }))

    expect(await screen.findByText('Nenhum registro encontrado.')).toBeTruthy()
  })
})

describe("the owner's page", () => {
  const open = (serve?: (server: FakeServer) => void, records = [high, low]) =>
    openApp({
      path: '/announcements',
      as: anAdmin({ super: true }),
      serve: (server) => {
        server.on(listAnnouncements, ({ query }) =>
          query.searchParam === ''
            ? { records, count: records.length, hasMore: false }
            : { records: [low], count: 1, hasMore: false },
        )
        serve?.(server)
      },
    })

  it('ANNOUNCE-04 ANNOUNCE-08 SHELL-16 lists them with their state, and searches', async () => {
    const { person } = open(undefined, [high, { ...low, status: false }])

    const table = await screen.findByRole('table', { name: 'Informativos' })
    expect(within(table).getByText('Ativo')).toBeTruthy()
    expect(within(table).getByText('Inativo')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Informativos' })).toBeTruthy()
    await person.type(screen.getByRole('searchbox'), 'manu')

    await waitFor(() => expect(screen.queryByText('Fora do ar')).toBeNull())
    expect(await screen.findByText('Manutenção')).toBeTruthy()
  })

  it('ANNOUNCE-04 loads the next page near the end of the list', async () => {
    const { server } = open((fake) =>
      fake.on(listAnnouncements, ({ query }) =>
        query.pageNumber === 1
          ? { records: [high], count: 2, hasMore: true }
          : { records: [low], count: 2, hasMore: false },
      ),
    )
    const table = await screen.findByRole('table', { name: 'Informativos' })

    const page = table.closest('main')?.querySelector('div')
    if (page) fireEvent.scroll(page)

    expect(await within(table).findByText('Manutenção')).toBeTruthy()
    // The popover fetches its first page too.
    expect(server.received(listAnnouncements).map(({ query }) => query.pageNumber)).toEqual([1, 1, 2])
  })

  it('ANNOUNCE-03 ANNOUNCE-05 ANNOUNCE-07 a new one is low and active, and needs title and text', async () => {
    const { person, server } = open((fake) =>
      fake.on(createAnnouncement, ({ body }) => anAnnouncement(9, body)),
    )
    await person.click(await screen.findByRole('button', { name: 'Novo informativo' }))
    const dialog = screen.getByRole('dialog', { name: 'Novo informativo' })
    expect(within(dialog).getByRole('combobox', { name: 'Prioridade' }).textContent).toBe('Baixa')
    expect(within(dialog).getByRole('switch', { name: 'Ativo' })).toHaveProperty('checked', true)

    await person.click(within(dialog).getByText('Salvar'))
    await waitFor(() => expect(within(dialog).getAllByText('Obrigatório')).toHaveLength(2))
    expect(server.received(createAnnouncement)).toEqual([])
    await person.type(within(dialog).getByLabelText('Título'), 'Aviso')
    await person.type(within(dialog).getByLabelText('Texto'), 'Às 22h')
    await person.click(within(dialog).getByText('Salvar'))

    expect(await screen.findByText('Informativo salvo com sucesso!')).toBeTruthy()
    expect(server.received(createAnnouncement)[0]?.body).toEqual({
      title: 'Aviso',
      text: 'Às 22h',
      priority: 3,
      status: true,
    })
  })

  it('ANNOUNCE-06 accepts only pictures .png, .jpg and .jpeg', async () => {
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'Novo informativo' }))
    const input = screen.getByLabelText<HTMLInputElement>('Imagem')

    fireEvent.change(input, { target: { files: [new File(['a'], 'a.pdf', { type: 'application/pdf' })] } })

    expect(input.accept).toBe('.png,.jpg,.jpeg')
    expect(await screen.findByText('Anexe uma imagem .png, .jpg ou .jpeg.')).toBeTruthy()
  })

  it('ANNOUNCE-11 one is changed', async () => {
    const { person, server } = open((fake) =>
      fake.on(updateAnnouncement, ({ body }) => ({ ...low, title: body.title ?? '' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Manutenção' }))
    await person.type(screen.getByLabelText('Título'), ' hoje')
    await person.click(screen.getByRole('switch', { name: 'Ativo' }))
    await person.click(screen.getByText('Salvar'))

    expect(await screen.findByText('Informativo salvo com sucesso!')).toBeTruthy()
    expect(server.received(updateAnnouncement)[0]).toMatchObject({
      params: { announcementId: 1 },
      body: { title: 'Manutenção hoje', status: false },
    })
  })

  it('ANNOUNCE-04 ANNOUNCE-07 deleting asks first, and shows a toast', async () => {
    const { person, server } = open((fake) => fake.on(deleteAnnouncement, () => ({ message: 'deleted' })))
    await person.click(await screen.findByRole('button', { name: 'Excluir Manutenção' }))
    const question = screen.getByRole('dialog', { name: 'Excluir o informativo Manutenção?' })
    expect(server.received(deleteAnnouncement)).toEqual([])

    await person.click(within(question).getByRole('button', { name: 'Excluir' }))

    expect(await screen.findByText('Informativo excluído com sucesso!')).toBeTruthy()
    expect(server.received(deleteAnnouncement)[0]?.params).toEqual({ announcementId: 1 })
  })

  it("PERM-12 PERM-13 a company's admin reads that access is denied, and gets the start page", async () => {
    const { router } = openApp({ path: '/announcements', as: anAdmin() })

    expect(
      await screen.findAllByText(
        'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
      ),
    ).not.toHaveLength(0)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(screen.queryByRole('link', { name: 'Informativos' })).toBeNull()
  })
})
