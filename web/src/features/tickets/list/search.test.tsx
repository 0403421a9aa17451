import { listMessages } from '@balcao/contract/messages'
import { listUserChoices } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { listTagChoices } from '@balcao/contract/tags'
import { countTickets, getTicketByUuid, listTickets } from '@balcao/contract/tickets'
import { excerptAroundMatch } from '@balcao/domain/excerpts'
import type { TagId } from '@balcao/domain/ids'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FakeServer, failed } from '../../../testing/fake-server'
import { anAdmin, aQueue, aSessionUser, times, userId } from '../../../testing/makers'
import { onALargePage, onAPhone, onATablet } from '../../../testing/on-a-phone'
import { openApp } from '../../../testing/open-app'
import {
  aMessage,
  aTicket,
  aTicketContact,
  messageId,
  sales,
  ticketCounts,
  ticketId,
  uuidOf,
} from '../../../testing/ticket-makers'

const ana = aSessionUser({ queues: [{ ...sales, UserQueue: { queueId: sales.id, userId: userId(2) } }] })
const tag = (id: number, name: string) => ({
  id: id as TagId,
  name,
  color: '#a4cccc',
  kanban: 0 as const,
  ...times,
}) // branding
const at = (minute: number) => `2026-11-20T12:${minute}:00.000Z`
const marina = aTicket({
  id: ticketId(1),
  updatedAt: at(30),
  userId: ana.id,
  user: { id: ana.id, name: ana.name },
})
const conceicao = aTicket({
  id: ticketId(2),
  uuid: uuidOf(2),
  updatedAt: at(20),
  userId: ana.id,
  user: { id: ana.id, name: ana.name },
  contact: aTicketContact({ name: 'José Conceição' }),
})
const waiting = aTicket({ id: ticketId(3), uuid: uuidOf(3), status: 'pending', updatedAt: at(10) })

/** The server finds one ticket by an old message and one by its name; one is pending. */
function searching(server: FakeServer) {
  return server
    .on(listTickets, ({ query }) => ({
      tickets: query.searchParam === '' && query.tags?.length === 0 ? [] : [marina, conceicao, waiting],
      found: [
        {
          ticketId: marina.id,
          messageId: messageId(77),
          excerpt: 'A promoção vale até domingo',
          marks: [[2, 10]] as const,
        },
      ],
      count: 3,
      hasMore: false,
    }))
    .on(countTickets, () => ticketCounts({ open: 2, pending: 1 }))
    .on(getTicketByUuid, () => marina)
    .on(listMessages, ({ query }) => ({
      messages: [
        aMessage({ id: messageId(query.around ?? 90), body: query.around ? 'A promoção vale' : 'Newest' }),
      ],
      ticket: marina,
      count: 1,
      hasMore: false,
      ...(query.around !== undefined && { hasNewer: true }),
    }))
    .on(listQueues, () => [aQueue()])
    .on(listTagChoices, () => [tag(1, 'VIP'), tag(2, 'Troca')])
    .on(listUserChoices, () => [])
}

describe('a search', () => {
  const results = '/tickets?tab=search&q=promocao'

  it('TICKET-08 marks the matched text in each ticket', async () => {
    openApp({ path: results, as: ana, serve: searching })

    const [first] = await screen.findAllByRole('article')

    expect(first?.textContent).toContain('A promoção vale até domingo')
    expect([...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'promoção',
    ])
  })

  it.each([
    ['sofa', 'sofá', 'Vi o sofá Serra'],
    ['*sofa', '*sofá', 'Vi o *sofá Serra*'],
  ])(
    'TICKET-08 a found message has no formatting marks unless they were searched: %s',
    async (q, marked, line) => {
      const found = {
        ticketId: marina.id,
        messageId: messageId(77),
        ...excerptAroundMatch('Vi o *sofá Serra*', q),
      }
      openApp({
        path: `/tickets?tab=search&q=${encodeURIComponent(q)}`,
        as: ana,
        serve: (server) =>
          searching(server).on(listTickets, () => ({
            tickets: [marina],
            found: [found],
            count: 1,
            hasMore: false,
          })),
      })

      const row = await screen.findByRole('article')

      expect([...row.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([marked])
      expect(row.textContent).toContain(line)
    },
  )

  it('TICKET-08 marks a name regardless of accents', async () => {
    openApp({ path: '/tickets?tab=search&q=conceicao', as: ana, serve: searching })

    expect((await screen.findByText('Conceição')).tagName).toBe('MARK')
  })

  it('TICKET-08 SHELL-04 a click opens the conversation around the found message', async () => {
    const { person, router, server } = openApp({ path: results, as: ana, serve: searching })

    await person.click(await screen.findByText(/vale até domingo/))

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${marina.uuid}`))
    expect(router.state.location.hash).toBe('#message-77')
    await waitFor(() => expect(server.received(listMessages).map(({ query }) => query.around)).toContain(77))
    expect((await screen.findAllByText('A promoção vale')).length).toBeGreaterThan(0)
  })

  it('TICKET-13 a click does not open a pending ticket that a search found', async () => {
    openApp({ path: results, as: ana, serve: searching })

    const rows = await screen.findAllByRole('article')
    const pending = rows.find(({ dataset }) => dataset.status === 'pending')

    expect(within(pending as HTMLElement).queryByRole('link')).toBeNull() // it was found
  })

  it('TICKET-06 TICKET-40 sends several tags together, without a text', async () => {
    const { server } = openApp({ path: '/tickets?tab=search&tags=1,2', as: ana, serve: searching })

    const searches = () =>
      server
        .received(listTickets)
        .filter(({ query }) => query.status === undefined && query.searchParam === '')
    await waitFor(() => expect(searches().map(({ query }) => query.tags)).toContainEqual([1, 2]))
  })

  it('TICKET-06 chooses a tag beside the search box, which may stay empty', async () => {
    const { person, server } = openApp({ path: '/tickets?tab=search', as: ana, serve: searching })

    await person.click(await screen.findByRole('combobox', { name: 'Tags' }))
    await person.click(await screen.findByRole('option', { name: 'Troca' }))

    expect((await screen.findAllByRole('article')).length).toBe(3)
    expect(server.received(listTickets).at(-1)?.query).toMatchObject({ tags: [2], searchParam: '' })
  })

  it('TICKET-06 attendants have no user filter', async () => {
    openApp({ path: '/tickets?tab=search', as: ana, serve: searching })
    await screen.findByRole('searchbox')

    expect(screen.queryByRole('combobox', { name: 'Usuários' })).toBeNull()
  })

  it('arrow keys move from the search field through the rows, and Enter opens', async () => {
    const { person, router } = openApp({ path: results, as: ana, serve: searching })
    await screen.findByText(/vale até domingo/)

    await person.click(screen.getByRole('searchbox'))
    await person.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Marina Duarte')
    await person.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('José Conceição')
    await person.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('Aceitar')
    await person.keyboard('{Home}{Enter}')

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${marina.uuid}`))
  })
})

describe('the ticket area', () => {
  const open = (server: FakeServer) =>
    searching(server).on(listTickets, () => ({ tickets: [marina, conceicao], count: 2, hasMore: false }))

  describe('GEN-10 the list asks once, 500 ms after the last change', () => {
    async function openAtRest(as = ana, search = '') {
      const app = openApp({ path: `/tickets${search}`, as, serve: open })
      await screen.findAllByText(/Duarte/)
      if (search !== '') await screen.findByRole('searchbox')
      const { server } = app
      const asked = () =>
        server
          .received(listTickets)
          .map(({ query }) => query)
          .filter(({ withUnreadMessages }) => !withUnreadMessages)
      const before = asked().length
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
      onTestFinished(() => void vi.useRealTimers())
      const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
      return { ...app, advance, since: () => asked().slice(before) }
    }
    const press = (role: 'tab' | 'button', name: RegExp) => fireEvent.click(screen.getByRole(role, { name }))

    it('through several tabs: only for the last', async () => {
      const { advance, since } = await openAtRest()

      press('tab', /^Aguardando/)
      await advance(300)
      press('tab', /^Fechados/)
      await advance(499)
      expect(since()).toEqual([])
      await advance(1)

      expect(since().map(({ status }) => status)).toEqual(['closed'])
    })

    it('a filter and a tab together, and the counts with them', async () => {
      const { advance, since, server } = await openAtRest(anAdmin())
      const counted = server.received(countTickets).length

      press('button', /^Mostrar todos/)
      await advance(400)
      press('tab', /^Aguardando/)
      await advance(499)
      expect([since(), server.received(countTickets).length - counted]).toEqual([[], 0])
      await advance(1)

      expect(since().map(({ status, showAll }) => [status, showAll])).toEqual([['pending', false]])
      expect(server.received(countTickets).at(-1)?.query.showAll).toBe(false)
    })

    it('a text and a tag together', async () => {
      const { advance, since, router } = await openAtRest(ana, '?tab=search&q=mar')

      fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'marina' } })
      await advance(200)
      await act(() => router.navigate('/tickets?tab=search&q=mar&tags=3'))
      await advance(499)
      expect(since()).toEqual([])
      await advance(1)

      expect(since().map(({ searchParam, tags }) => [searchParam, tags])).toEqual([['marina', [3]]])
    })
  })

  it('TICKET-04 has three tabs', async () => {
    openApp({ path: '/tickets', as: ana, serve: open })

    const tabs = within(await screen.findByRole('tablist', { name: 'Atendimentos' })).getAllByRole('tab')

    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Abertos', 'Fechados', 'Busca'])
  })

  it('SHELL-03 welcomes with a picture while no ticket is open', async () => {
    const { person } = openApp({ path: '/tickets', as: ana, serve: open })

    const welcome = await screen.findByRole('region', { name: 'Tudo pronto para atender' })
    expect(welcome.firstElementChild?.tagName).toBe('svg')
    await person.click(await screen.findByText('Marina Duarte'))

    await screen.findByRole('region', { name: 'Conversa com Marina Duarte' })
    expect(screen.queryByRole('region', { name: 'Tudo pronto para atender' })).toBeNull()
  })

  const panes = () => screen.getByRole('tablist', { name: 'Lista e conversa' })
  const paneTab = (name: 'Lista' | 'Conversa') => within(panes()).getByRole('tab', { name })

  it('TICKET-03 TICKET-14 CONVO-27 a narrow screen has tabs, and cuts names', async () => {
    onAPhone()
    const { person } = openApp({ path: '/tickets', as: ana, serve: open })
    await screen.findByText('José Conce…')
    expect(paneTab('Lista').getAttribute('aria-selected')).toBe('true')
    expect(screen.queryByRole('heading', { name: 'Tudo pronto para atender' })).toBeNull()

    await person.click(screen.getByText('Marina Dua…'))

    const head = (await screen.findByTitle('Ver o contato')).closest('header')
    expect(head?.contains(panes())).toBe(true) // no row of its own
    expect(paneTab('Conversa').getAttribute('aria-selected')).toBe('true')
    expect(screen.queryByRole('tablist', { name: 'Atendimentos' })).toBeNull()
  })

  it('TICKET-03 the tabs of a narrow screen lead to the list and back to the conversation', async () => {
    onAPhone()
    const { person } = openApp({ path: `/tickets/${marina.uuid}`, as: ana, serve: open })
    await screen.findByRole('region', { name: 'Conversa com Marina Duarte' })

    await person.click(paneTab('Lista'))
    await person.click(await screen.findByRole('tab', { name: 'Fechados' }))
    expect(screen.queryByRole('region', { name: /^Conversa com/ })).toBeNull()
    await person.click(paneTab('Conversa'))

    await screen.findByRole('region', { name: 'Conversa com Marina Duarte' })
  })

  it('TICKET-03 without a conversation its tab shows the welcome; arrow keys move between tabs', async () => {
    onAPhone()
    const { person } = openApp({ path: '/tickets', as: ana, serve: open })
    await screen.findByText('José Conce…')

    await person.click(paneTab('Conversa'))
    await screen.findByRole('heading', { name: 'Tudo pronto para atender' })
    expect(screen.queryByRole('tablist', { name: 'Atendimentos' })).toBeNull()
    paneTab('Conversa').focus()
    await person.keyboard('{ArrowLeft}')

    await screen.findByText('José Conce…')
  })

  it.each([
    ['at 200 % of a laptop', onALargePage],
    ['on a tablet held upright', onATablet],
  ])('TICKET-03 LOOK %s they are tabs too', async (_, onAScreen) => {
    onAScreen()
    const { person } = openApp({ path: `/tickets/${marina.uuid}`, as: ana, serve: open })
    await screen.findByRole('region', { name: 'Conversa com Marina Duarte' })
    expect(screen.queryByRole('tablist', { name: 'Atendimentos' })).toBeNull()

    await person.click(paneTab('Lista'))

    expect(await screen.findByRole('tablist', { name: 'Atendimentos' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Tudo pronto para atender' })).toBeNull()
  })

  it('TICKET-03 a wide screen shows both panes', async () => {
    openApp({ path: `/tickets/${marina.uuid}`, as: ana, serve: open })

    expect(await screen.findByRole('tablist', { name: 'Atendimentos' })).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Conversa com Marina Duarte' })).toBeTruthy()
    expect(screen.queryByRole('tablist', { name: 'Lista e conversa' })).toBeNull()
  })

  it('TICKET-09 PERM-02 show-all is on for admins, who may switch it off; attendants have none', async () => {
    const { person, server } = openApp({ path: '/tickets', as: anAdmin(), serve: open })
    const toggle = await screen.findByRole('button', { name: 'Mostrar todos', pressed: true })

    await person.click(toggle)

    await waitFor(() => expect(server.received(listTickets).at(-1)?.query.showAll).toBe(false))
    await waitFor(() => expect(server.received(countTickets).at(-1)?.query.showAll).toBe(false))
  })

  it('TICKET-02 a ticket with the bot shows its mark', async () => {
    openApp({
      path: '/tickets',
      as: ana,
      serve: (server) =>
        open(server).on(listTickets, () => ({
          tickets: [{ ...marina, chatbot: true }, conceicao],
          count: 2,
          hasMore: false,
        })),
    })

    const [first, second] = await screen.findAllByRole('article')

    expect(first?.textContent).toContain('Robô')
    expect(second?.textContent).not.toContain('Robô')
  })

  it('TICKET-48 RT-23 loads the next page although a refetch of the list cancelled its fetch', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      aTicket({ id: ticketId(100 - at), uuid: uuidOf(100 - at), userId: ana.id }),
    )
    const isShown = ({
      status,
      withUnreadMessages,
    }: {
      status?: string | undefined
      withUnreadMessages: boolean
    }) => status === 'open' && !withUnreadMessages
    const pagesTwo = (fixture: FakeServer) =>
      fixture.received(listTickets).filter(({ query }) => isShown(query) && query.pageNumber === 2)
    const { server, socket } = openApp({
      path: '/tickets',
      as: ana,
      serve: (fixture) =>
        open(fixture).on(listTickets, ({ query }) => {
          if (!isShown(query)) return { tickets: [], count: 0, hasMore: false }
          if (query.pageNumber !== 2) return { tickets: many, count: 41, hasMore: true }
          if (pagesTwo(fixture).length === 1) return new Promise<never>(() => undefined)
          return { tickets: [aTicket({ ...conceicao, id: ticketId(5) })], count: 41, hasMore: false }
        }),
    })
    await waitFor(() => expect(pagesTwo(server)).toHaveLength(1))

    socket.lose()
    socket.subscribe()

    await waitFor(() => expect(pagesTwo(server)).toHaveLength(2))
  })

  it('TICKET-48 a failed next page is reported, keeps the loaded rows, and can be retried', async () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      aTicket({ id: ticketId(100 - at), uuid: uuidOf(100 - at), userId: ana.id }),
    )
    let isDown = true
    const { person } = openApp({
      path: '/tickets',
      as: ana,
      serve: (server) =>
        open(server).on(listTickets, ({ query }) => {
          if (query.pageNumber !== 2) return { tickets: many, count: 41, hasMore: true }
          if (isDown) throw failed(500, { error: 'Internal server error' })
          return { tickets: [aTicket({ ...conceicao, id: ticketId(5) })], count: 41, hasMore: false }
        }),
    })
    await screen.findByText('O resto da lista não veio.')
    expect(screen.getAllByRole('article').length).toBeGreaterThan(10)

    isDown = false
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    await waitFor(() => expect(screen.queryByText('O resto da lista não veio.')).toBeNull())
  })
})

describe('a waiting row', () => {
  it('TICKET-13 a press explains how to open it, and opens nothing', async () => {
    const waiting = aTicket({ ...marina, status: 'pending', userId: null, user: null })
    const { person, router } = openApp({
      path: '/tickets?sub=pending',
      as: ana,
      serve: (server) =>
        searching(server).on(listTickets, () => ({ tickets: [waiting], count: 1, hasMore: false })),
    })

    await person.click(await screen.findByText('Marina Duarte'))

    expect((await screen.findByRole('tooltip')).textContent).toBe('Aceite para abrir')
    expect(router.state.location.pathname).toBe('/tickets')
  })
})

describe('a person without any queue', () => {
  it('reads that an admin must assign a queue, instead of the hint to accept', async () => {
    openApp({
      path: '/tickets',
      as: aSessionUser({ queues: [] }),
      serve: (server) => searching(server).on(listTickets, () => ({ tickets: [], count: 0, hasMore: false })),
    })

    const words = 'Você ainda não está em nenhuma fila; fale com o administrador.'

    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2)) // in the list and beside it
    expect(screen.queryByText(/aceite quem está aguardando/)).toBeNull()
  })
})
