import type { ConnectionView } from '@balcao/contract/connections'
import { listConnections } from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import type { SessionUser } from '@balcao/contract/people'
import { getConnectionOutage, listTickets } from '@balcao/contract/tickets'
import type { ConnectionId } from '@balcao/domain/ids'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  aConnection,
  anAdmin,
  aSessionUser,
  companyId,
  connectionId,
  queueId,
  userId,
} from '../../testing/makers'
import { onAPhone } from '../../testing/on-a-phone'
import { openApp } from '../../testing/open-app'
import { anasTicket, messageField, talk, talkPath } from '../../testing/talk'
import { sales, support } from '../../testing/ticket-makers'

const ana = aSessionUser({
  queues: [{ ...sales, UserQueue: { queueId: sales.id, userId: userId(2) } }],
})
const admins = [
  { id: userId(8), name: 'Adriana Reis' },
  { id: userId(9), name: 'Otávio Prado' },
]
const servesSales = { queues: [sales] } as Partial<ConnectionView>
const servesSupport = { queues: [{ ...support, id: queueId(2) }] } as Partial<ConnectionView>
const words = /está sem conexão; o que você escrever sai quando ela voltar\./

function open(
  down: Partial<ConnectionView>,
  {
    as = ana,
    path = '/todolist',
    mine = [],
  }: { as?: SessionUser; path?: string; mine?: ConnectionId[] } = {},
) {
  return openApp({
    path,
    as,
    serve: (fixture) =>
      talk()(fixture)
        .on(listConnections, () => [
          aConnection({ status: 'DISCONNECTED', ...down }),
          aConnection({ id: connectionId(2), name: 'Loja Norte' }),
        ])
        .on(getConnectionOutage, () => ({ connectionIds: mine, admins })),
  })
}

describe('the bar about a connection that is down', () => {
  it('shows attendants of its queues the effect on their messages, and who can repair it', async () => {
    open(servesSales)

    const bar = (await screen.findByText(words)).closest('[role="status"]')

    expect(bar?.textContent).toContain('Loja Centro')
    await waitFor(() =>
      expect(bar?.textContent).toContain('Quem pode religar: Adriana Reis ou Otávio Prado.'),
    )
    expect(within(bar as HTMLElement).queryByRole('link')).toBeNull()
  })

  it('shows to users whose open tickets use it, in any queue', async () => {
    open(servesSupport, { mine: [connectionId(1)] })

    await screen.findByText(words)
  })

  it('shows to users whose default connection it is', async () => {
    open(servesSupport, { as: { ...ana, whatsappId: connectionId(1) } })

    await screen.findByText(words)
  })

  it('does not show to other users', async () => {
    const { server } = open(servesSupport)

    await waitFor(() => expect(server.received(getConnectionOutage)).toHaveLength(1))

    expect(screen.queryByText(words)).toBeNull()
  })

  it('fetches nothing while every connection works', async () => {
    const { server } = open({ status: 'CONNECTED' })
    await screen.findByRole('button', { name: 'Notificações' })

    expect(server.received(getConnectionOutage)).toEqual([])
  })

  it('appears after a minute of an outage, and disappears with it', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'Date'],
      now: Date.parse('2026-11-20T12:00:00Z'),
    })
    onTestFinished(() => void vi.useRealTimers())
    const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
    const lost = { ...servesSales, status: 'TIMEOUT', since: '2026-11-20T12:00:00Z' } as const
    const { socket } = open(lost)
    await screen.findByRole('button', { name: 'Notificações' })

    await advance(55_000)
    expect(screen.queryByText(words)).toBeNull()
    await advance(10_000)
    await screen.findByText(words)

    socket.say(liveChannel.connection(companyId), { action: 'update', whatsapp: aConnection(servesSales) })
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('shows an admin an outage that is retried automatically', async () => {
    open({ ...servesSupport, status: 'TIMEOUT' }, { as: anAdmin() })

    await screen.findByText('está sem contato com o WhatsApp. Tentamos de novo sozinhos.')
    expect(screen.getByRole('link', { name: 'Ver conexões' })).toBeTruthy()
  })
})

describe('a ticket whose connection is down', () => {
  const overIt = {
    ...anasTicket,
    whatsappId: connectionId(1),
    whatsapp: { id: connectionId(1), name: 'Loja Centro', provider: 'beta' },
  }
  const openTicket = (as: SessionUser = ana, status: ConnectionView['status'] = 'DISCONNECTED') =>
    openApp({
      path: talkPath,
      as,
      serve: (fixture) =>
        talk(
          [],
          overIt,
        )(fixture)
          .on(listTickets, ({ query }) => {
            const tickets = query.status === 'open' && !query.withUnreadMessages ? [overIt] : []
            return { tickets, count: tickets.length, hasMore: false }
          })
          .on(listConnections, () => [aConnection({ ...servesSupport, status })])
          .on(getConnectionOutage, () => ({ connectionIds: [], admins })),
    })

  it('shows above the field the effect on its messages, and who can repair it', async () => {
    openTicket()
    const field = await messageField()

    const line = await screen.findByText(words, { selector: 'p[role="status"] span' })

    expect(line.textContent).toContain('Loja Centro está sem conexão')
    await waitFor(() => expect(line.textContent).toContain('Quem pode religar: Adriana Reis'))
    expect(field.disabled).toBe(false)
  })

  it('shows an admin the link to repair it', async () => {
    openTicket(anAdmin())
    await messageField()

    const line = await screen.findByText(words, { selector: 'p[role="status"] span' })

    expect(within(line).getByRole('link', { name: 'Ver conexões' })).toBeTruthy()
  })

  it('shows once on a phone: above the field, and in no bar that takes room', async () => {
    onAPhone()
    openTicket()
    await messageField()

    expect(await screen.findAllByText(words)).toHaveLength(1)
  })

  it('is marked in its row and in its head', async () => {
    openTicket()
    await messageField()

    const marks = await screen.findAllByTitle('Loja Centro está sem conexão')

    expect(marks.map((mark) => mark.closest('article, header')?.tagName).sort()).toEqual([
      'ARTICLE',
      'HEADER',
    ])
  })

  it('shows none of this while the connection works', async () => {
    openTicket(ana, 'CONNECTED')
    await messageField()

    expect(screen.queryByText(words)).toBeNull()
    expect(screen.queryByTitle('Loja Centro está sem conexão')).toBeNull()
  })
})
