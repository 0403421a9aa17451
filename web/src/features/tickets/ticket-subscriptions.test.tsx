import { type LiveMessagePayload, liveChannel } from '@balcao/contract/live'
import { listTickets, type TicketView } from '@balcao/contract/tickets'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { playNotificationSound } from '../../lib/notice-sound'
import { viewerOf } from '../../lib/session'
import { storeNotificationVolume } from '../../lib/volume'
import { refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, queueId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { anasTicket, messageField, talk, talkPath } from '../../testing/talk'
import { aMessage, aTicket, contactId, sales, support, ticketId, uuidOf } from '../../testing/ticket-makers'
import { shouldNotifyUser } from './ticket-subscriptions'

const inSales = [
  { id: queueId(1), name: 'Vendas', color: '#1E9E5A', UserQueue: { queueId: queueId(1), userId: userId(2) } },
]
const ana = aSessionUser({ queues: inSales })
const seesAll = aSessionUser({ queues: inSales, allTicket: 'enable' })
const davi = anAdmin()
const mine = { userId: ana.id, user: { id: ana.id, name: ana.name } }
const bias = { userId: userId(3), user: { id: userId(3), name: 'Bia' } }
const waiting = { status: 'pending' } as const

function incoming(change: Partial<TicketView> = {}, fromMe = false): LiveMessagePayload {
  const ticket = aTicket({ id: ticketId(7), unreadMessages: 1, ...change })
  return {
    action: 'create',
    message: aMessage({ ticketId: ticket.id, fromMe }),
    ticket,
    contact: ticket.contact,
  }
}
const elsewhere = '/users'
const there = `/tickets/${uuidOf(7)}`

describe('SHELL-46 RT-12 the receivers of a notification', () => {
  it.each([
    ['the owner', ana, incoming(mine), elsewhere, true],
    ['not the owner while the ticket is open', ana, incoming(mine), there, false],
    ['not of what we wrote', ana, incoming(mine, true), elsewhere, false],
    ['not of a colleague’s ticket', ana, incoming(bias), elsewhere, false],
    ['no admin of all of the company’s', davi, incoming(bias), elsewhere, false],
    ['a user of the queue in which it waits', ana, incoming({ ...waiting, queue: sales }), elsewhere, true],
    [
      'not of one that waits in another queue',
      ana,
      incoming({ ...waiting, queue: support }),
      elsewhere,
      false,
    ],
    ['not of one that waits without a queue', ana, incoming({ ...waiting, queue: null }), elsewhere, false],
    [
      'with allTicket of one without a queue',
      seesAll,
      incoming({ ...waiting, queue: null }),
      elsewhere,
      true,
    ],
    [
      'with allTicket of one that waits in another queue',
      seesAll,
      incoming({ ...waiting, queue: support }),
      elsewhere,
      true,
    ],
    ['with allTicket not of a colleague’s in another queue', seesAll, incoming(bias), elsewhere, false],
    ['not of a change', ana, { action: 'update', message: aMessage() } as const, elsewhere, false],
  ])('%s', (_, person, event, path, expected) => {
    expect(shouldNotifyUser(event, viewerOf(person), path)).toBe(expected)
  })
})

describe('SHELL-39 SHELL-46 the sound', () => {
  /** Records the loudness of each sound. */
  function hear(): number[] {
    const loudness: number[] = []
    const param = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
    class Silence {
      currentTime = 0
      destination = {}
      resume = async () => undefined
      createOscillator = () => ({
        frequency: { value: 0 },
        connect: (next: unknown) => next,
        start: () => undefined,
        stop: () => undefined,
      })
      createGain = () => ({
        gain: { ...param, linearRampToValueAtTime: (value: number) => loudness.push(value) },
        connect: (next: unknown) => next,
      })
    }
    vi.stubGlobal('AudioContext', Silence)
    return loudness
  }

  it('is as loud as the volume stored in this browser, and silent at 0', () => {
    const inbound = hear()

    storeNotificationVolume(0)
    playNotificationSound()
    expect(inbound).toEqual([])

    storeNotificationVolume(0.5)
    playNotificationSound()
    const half = inbound.splice(0)
    storeNotificationVolume(1)
    playNotificationSound()

    expect(half.length).toBeGreaterThan(0)
    expect(inbound.map((value) => value / 2)).toEqual(half)
    localStorage.clear()
  })
})

describe('in the page', () => {
  const unread = aTicket({ id: ticketId(7), unreadMessages: 2, lastMessage: 'Alguém aí?', ...mine })
  const open = () =>
    openApp({
      path: '/todolist', // a page without tickets
      as: ana,
      serve: (server) =>
        server.on(listTickets, ({ query }) => {
          const tickets = query.status === 'open' ? [unread] : []
          return { tickets, count: tickets.length, hasMore: false }
        }),
    })

  it('SHELL-41 SHELL-46 the title counts tickets with unread messages, the popover lists them', async () => {
    const { person, router } = open()
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /))

    await person.click(
      await screen.findByRole('button', { name: 'Notificações: 1 atendimento com mensagens não lidas' }),
    )
    await person.click(await screen.findByRole('button', { name: /Marina Duarte/ }))

    expect(router.state.location.pathname).toBe(`/tickets/${unread.uuid}`)
  })

  it('TICKET-11 the bell shows the date of a message that is not from today, as the list does', async () => {
    const old = { ...unread, updatedAt: '2026-10-20T12:00:00.000Z' }
    const { person } = openApp({
      path: '/todolist',
      as: ana,
      serve: (server) =>
        server.on(listTickets, ({ query }) => {
          const tickets = query.status === 'open' ? [old] : []
          return { tickets, count: tickets.length, hasMore: false }
        }),
    })

    await person.click(await screen.findByRole('button', { name: /^Notificações: 1/ }))

    const row = await screen.findByRole('button', { name: /Marina Duarte/ })
    expect(within(row).getByText('20/10/2026').tagName).toBe('TIME')
  })

  describe('SHELL-41 with more unread tickets than a page holds', () => {
    /** Newest first, a minute apart. */
    const many = Array.from({ length: 130 }, (_, at) =>
      aTicket({
        id: ticketId(1_000 - at),
        unreadMessages: 1,
        updatedAt: new Date(Date.UTC(2026, 10, 20, 12) - at * 60_000).toISOString(),
        contact: { ...unread.contact, name: `Cliente ${at + 1}` },
        ...mine,
      }),
    )
    const openMany = (howMany: number) =>
      openApp({
        path: '/todolist',
        as: ana,
        serve: (server) =>
          server.on(listTickets, ({ query }) => {
            const all = query.status === 'open' ? many.slice(0, howMany) : []
            const from = (query.pageNumber - 1) * 40
            return { tickets: all.slice(from, from + 40), count: all.length, hasMore: all.length > from + 40 }
          }),
      })

    it('the bell and the title count them all', async () => {
      openMany(85)

      await screen.findByRole('button', { name: /^Notificações: 85 atendimentos/ })

      expect(document.title).toMatch(/^\(85\) /)
    })

    it('GEN-11 the popover loads the next page near its end; the count stops at 99', async () => {
      const { person, server } = openMany(130)
      await person.click(
        await screen.findByRole('button', { name: /^Notificações: mais de 99 atendimentos/ }),
      )
      expect(document.title).toMatch(/^\(99\+\) /)
      const fetched = () => server.received(listTickets).filter(({ query }) => query.status === 'open').length
      expect([fetched(), screen.queryByText('Cliente 121')]).toEqual([3, null])
      const list = screen.getByText('Cliente 1').closest<HTMLElement>('ul')?.parentElement
      if (!list) throw new Error('the popover has no list')
      const scrollTo = (fromBottom: number) => {
        const place = { scrollHeight: 6_720, clientHeight: 480, scrollTop: 6_720 - 480 - fromBottom }
        for (const [name, value] of Object.entries(place))
          Object.defineProperty(list, name, { value, configurable: true })
        fireEvent.scroll(list)
      }

      scrollTo(101)
      expect(fetched()).toBe(3)
      scrollTo(100)

      await screen.findByText('Cliente 130')
      expect(fetched()).toBe(4)
    })
  })

  it('SHELL-46 notifies an admin of own queues, and does not page through all tickets', async () => {
    const boss = anAdmin({ queues: inSales })
    const waits = (at: number) =>
      aTicket({
        id: ticketId(1_000 - at),
        ...waiting,
        unreadMessages: 1,
        queue: at === 230 ? sales : null,
        queueId: at === 230 ? sales.id : null,
      })
    const all = Array.from({ length: 400 }, (_, at) => waits(at))
    const { person, server } = openApp({
      path: '/todolist',
      as: boss,
      serve: (fixture) =>
        fixture.on(listTickets, ({ query }) => {
          if (query.status !== 'pending') return { tickets: [], count: 0, hasMore: false }
          const from = (query.pageNumber - 1) * 40
          return { tickets: all.slice(from, from + 40), count: all.length, hasMore: all.length > from + 40 }
        }),
    })

    await person.click(await screen.findByRole('button', { name: /^Notificações: 1 atendimento/ }))
    await screen.findByRole('dialog', { name: 'Notificações' })

    const asked = server.received(listTickets).filter(({ query }) => query.status === 'pending')
    expect(asked.map(({ query }) => [query.pageNumber, query.queueIds])).toEqual(
      [1, 2, 3, 4, 5, 6].map((page) => [page, [queueId(1)]]),
    )
  })

  it('reports a failed load of the list, and retries', async () => {
    let isAway = true
    const { person } = openApp({
      path: '/todolist',
      as: ana,
      serve: (server) =>
        server.on(listTickets, ({ query }) => {
          if (isAway) throw refused('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 1 })
          const tickets = query.status === 'open' ? [unread] : []
          return { tickets, count: tickets.length, hasMore: false }
        }),
    })
    await person.click(await screen.findByRole('button', { name: 'Notificações' }))
    const again = await screen.findByRole('button', { name: 'Tentar de novo' })
    expect(screen.queryByText('Nenhum registro encontrado.')).toBeNull()

    isAway = false
    await person.click(again)

    await screen.findByRole('button', { name: /Marina Duarte/ })
  })

  it('SHELL-41 shows an empty state without unread tickets', async () => {
    const { person } = openApp({
      path: '/todolist',
      as: ana,
      serve: (server) => server.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false })),
    })

    await person.click(await screen.findByRole('button', { name: 'Notificações' }))

    await screen.findByText('Nenhum registro encontrado.')
  })

  it('SHELL-46 notifies of the open conversation while another window has the focus', async () => {
    const shown: string[] = []
    vi.stubGlobal(
      'Notification',
      class {
        static permission = 'granted'
        onclick = () => undefined
        constructor(title: string) {
          shown.push(title)
        }
      },
    )
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { socket } = openApp({ path: talkPath, as: ana, serve: talk() })
    await messageField()

    socket.say(
      liveChannel.message(companyId),
      incoming({ ...mine, id: anasTicket.id, uuid: anasTicket.uuid }),
    )

    expect(shown).toEqual(['Marina Duarte'])
  })

  it('SHELL-46 shows a desktop notice after permission, which it requests on a click only', async () => {
    const shown: string[] = []
    class Notice {
      static permission = 'default'
      static requestPermission = vi.fn(async () => {
        Notice.permission = 'granted'
        return 'granted'
      })
      onclick = () => undefined
      constructor(title: string, { body }: NotificationOptions) {
        shown.push(`${title}: ${body}`)
      }
    }
    vi.stubGlobal('Notification', Notice)
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { person, socket } = open()
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /))
    socket.subscribe()
    socket.say(liveChannel.message(companyId), incoming(mine))
    expect([shown, Notice.requestPermission.mock.calls.length]).toEqual([[], 0])

    await person.click(screen.getByRole('button', { name: /^Notificações/ }))
    await person.click(await screen.findByRole('button', { name: 'Avisar também fora do navegador' }))
    await waitFor(() => expect(screen.queryByText('Avisar também fora do navegador')).toBeNull())
    socket.say(liveChannel.message(companyId), incoming(mine))
    const saulo = { id: contactId(70), name: 'Saulo' }
    socket.say(liveChannel.message(companyId), incoming({ ...mine, isGroup: true, lastMessageAuthor: saulo }))

    expect(shown).toEqual(['Marina Duarte: Bom dia', 'Marina Duarte: Saulo: Bom dia'])
  })
})
