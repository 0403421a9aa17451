import { listChats } from '@balcao/contract/chats'
import { listConnections } from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import { getSessionUser } from '@balcao/contract/people'
import { getStorageUse } from '@balcao/contract/storage'
import { countTickets } from '@balcao/contract/tickets'
import { limits } from '@balcao/domain/limits'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import i18n from '../../lib/i18n/i18n'
import { beginSession } from '../../lib/session'
import { aConnection, anAdmin, aSessionUser, companyId, connectionId } from '../../testing/makers'
import { onAPhone } from '../../testing/on-a-phone'
import { openApp } from '../../testing/open-app'
import { messageField, talk, talkPath } from '../../testing/talk'
import { aTicket, ticketCounts, ticketId } from '../../testing/ticket-makers'
import { shownToasts, showToast } from '../../ui/toasts'
import { SignedInOnly } from '../session-gates'
import { drawerGroups } from './drawer-items'
import { AppShell, type RouteHandle } from './shell'

const ana = aSessionUser()

/** Replaces the page's reload until the test ends; returns the spy. */
function spyOnReload() {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  onTestFinished(() => reload.mockRestore())
  return reload
}

describe('the drawer', () => {
  /** Headings of groups with the names of their items. */
  async function shownDrawer() {
    const menu = await screen.findByRole('navigation', { name: 'Menu principal' })
    return within(menu)
      .getAllByRole('list')
      .map((list) => [
        within(menu).getByRole('heading', { level: 2, name: nameOf(list) }).textContent,
        within(list)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ])
  }
  const nameOf = (list: HTMLElement) =>
    document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
  /** The items of a group in `drawer-items.ts`, whose order has a test of its own. */
  const wordsOf = (group: string) =>
    drawerGroups
      .filter(({ label }) => label === group)
      .flatMap(({ items }) => items.map(({ label }) => i18n.t(`shell:${label}`)))

  it('SHELL-29 an attendant sees no management', async () => {
    openApp({ path: '/connections', as: ana })

    expect(await shownDrawer()).toEqual([['Atendimento', wordsOf('attendance')]])
    expect(screen.getByRole('button', { name: 'Sair' })).toBeTruthy()
  })

  it('TICKET-05 counts pending tickets on every page, and refetches once after a burst', async () => {
    let pending = 0
    const { person, server, socket } = openApp({
      path: '/tags',
      as: ana,
      serve: (fake) => fake.on(countTickets, () => ticketCounts({ open: 4, pending })),
    })
    await screen.findByRole('link', { name: 'Atendimentos' })
    await waitFor(() => expect(server.received(countTickets)).toHaveLength(1))

    pending = 1_204
    for (const id of [1, 2, 3])
      socket.say(liveChannel.ticket(companyId), {
        action: 'update',
        ticketId: ticketId(id),
        ticket: aTicket({ id: ticketId(id) }),
      })

    const link = await screen.findByText('1.204 atendimentos aguardam')
    expect(link.textContent).toContain('1.204')
    expect(server.received(countTickets)).toHaveLength(2)

    await person.click(screen.getByRole('button', { name: 'Recolher menu' }))
    expect(await screen.findByText('99+')).toBeTruthy() // beside the icon, which it does not cover
    expect(screen.getByText('1.204 atendimentos aguardam')).toBeTruthy()
  })

  it('CHAT-19 counts unread chats, from the list of the top bar', async () => {
    const { server } = openApp({
      path: '/tags',
      as: ana,
      serve: (fake) => fake.on(listChats, () => ({ records: [], unreadChats: 2, count: 0, hasMore: false })),
    })

    expect(await screen.findByRole('link', { name: /^Chat Interno 2 conversas não lidas$/ })).toBeTruthy()
    expect(server.received(listChats)).toHaveLength(1)
  })

  it('SHELL-29 SHELL-30 an admin sees both groups, with the open pages in the management', async () => {
    const { person } = openApp({ path: '/connections', as: anAdmin({ super: true }) })
    await person.click(await screen.findByRole('button', { name: 'Campanhas' }))

    expect(await shownDrawer()).toEqual([
      ['Atendimento', wordsOf('attendance')],
      ['Gestão', wordsOf('management')],
    ])
    expect(wordsOf('management')).toContain('Conexões')
    expect(screen.getByRole('button', { name: 'Sair' })).toBeTruthy()
  })

  it('SHELL-31 the fold of campaigns is closed until one of its pages is shown', async () => {
    const { router } = openApp({ path: '/queues', as: anAdmin() })
    const fold = await screen.findByRole('button', { name: 'Campanhas' })
    expect(fold.getAttribute('aria-expanded')).toBe('false')

    await act(() => router.navigate('/contact-lists'))

    await waitFor(() => expect(fold.getAttribute('aria-expanded')).toBe('true'))
    const current = await screen.findByRole('link', { name: 'Listas de contatos', current: 'page' })
    expect(current).toBeTruthy()
  })

  it('the menu scrolls until the current item is in view, without moving the focus', async () => {
    const placed = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLElement,
    ) {
      if (this.tagName === 'NAV') return new DOMRect(0, 100, 200, 300)
      const top = this.textContent === 'Configurações' ? 900 : 120
      return new DOMRect(0, top - (this.closest('nav')?.scrollTop ?? 0), 200, 40)
    })
    onTestFinished(() => placed.mockRestore())
    const { router } = openApp({ path: '/queues', as: anAdmin() })
    const menu = (await screen.findByRole('link', { name: 'Filas', current: 'page' })).closest('nav')

    await act(() => router.navigate('/settings'))
    await waitFor(() => expect(menu?.scrollTop).toBe(540))

    await act(() => router.navigate('/queues'))
    await waitFor(() => expect(menu?.scrollTop).toBe(20))
  })

  it('SHELL-33 a connection that is down shows a warning, two seconds after the list is loaded', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
    const warning = () => screen.queryByText('2 conexões precisam de atenção')
    openApp({
      path: '/nowhere-special',
      as: anAdmin(),
      pages: [
        {
          element: <SignedInOnly page={<AppShell />} />,
          children: [{ path: '/nowhere-special', element: <p>Uma página</p> }],
        },
      ],
      serve: (server) =>
        server.on(listConnections, () => [
          aConnection(),
          aConnection({ id: connectionId(2), name: 'Loja Norte', status: 'qrcode' }),
          aConnection({ id: connectionId(3), name: 'Oficina', status: 'DISCONNECTED' }),
        ]),
    })
    await advance(50)
    screen.getByText('estão desconectadas e não recebem mensagens.') // so the list is loaded

    await advance(1_900)
    expect(warning()).toBeNull()
    await advance(100)

    expect(warning()).toBeTruthy()
  })

  it('an admin on another page reads which number is disconnected, with a link', async () => {
    const { person, router } = openApp({
      path: '/queues',
      as: anAdmin(),
      serve: (server) =>
        server.on(listConnections, () => [aConnection({ name: 'Oficina', status: 'DISCONNECTED' })]),
    })
    await screen.findByText('está desconectada e não recebe mensagens.')

    await person.click(screen.getByRole('link', { name: 'Ver conexões' }))

    expect(router.state.location.pathname).toBe('/connections')
    await waitFor(() => expect(screen.queryByText('está desconectada e não recebe mensagens.')).toBeNull())
  })

  it('SHELL-34 collapses to icons that keep their names', async () => {
    const { person } = openApp({ path: '/connections', as: anAdmin() })

    await person.click(await screen.findByRole('button', { name: 'Recolher menu' }))

    expect(screen.getByRole('button', { name: 'Expandir menu' }).getAttribute('aria-expanded')).toBe('false')
    expect(screen.getByRole('link', { name: /Filas/ })).toBeTruthy()
  })

  it('is a rail where a conversation needs its room, and opens on request', async () => {
    const { person, router } = openApp({ path: '/tickets', as: anAdmin() })

    await person.click(await screen.findByRole('button', { name: 'Expandir menu' }))
    await screen.findByRole('button', { name: 'Recolher menu' })

    await act(() => router.navigate('/queues'))
    await screen.findByRole('heading', { level: 1, name: 'Filas' })
    await screen.findByRole('button', { name: 'Recolher menu' })
    await act(() => router.navigate('/tickets'))
    await screen.findByRole('button', { name: 'Expandir menu' })
  })

  it('SHELL-34 SHELL-47 under 600 px it lies over the page until it is closed', async () => {
    onAPhone()
    const { person } = openApp({ path: '/connections', as: anAdmin() })
    const open = await screen.findByRole('button', { name: 'Abrir menu' })
    expect(screen.queryByRole('navigation')).toBeNull()

    await person.click(open)
    await screen.findByRole('navigation')
    await person.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull())
    expect(document.activeElement).toBe(open)
  })
})

describe('the top bar', () => {
  it('SHELL-36 SHELL-37 greets by name and company; admins also see the due date', async () => {
    openApp({ path: '/connections', as: anAdmin() })

    await screen.findByText('Olá, Davi Farias! Você está em Casa Ipê Móveis. Vencimento: 10/12/2036')
  })

  it('SHELL-36 an attendant sees no due date', async () => {
    openApp({ path: '/connections', as: ana })

    await screen.findByText('Olá, Ana Lima! Você está em Casa Ipê Móveis.')
  })

  it('SHELL-39 the volume has steps of 0.1 from 0 to 1, is 1 by default, and is stored', async () => {
    const { person } = openApp({ path: '/connections', as: ana })
    await person.click(await screen.findByRole('button', { name: 'Volume das notificações' }))
    const slider = await screen.findByRole('slider', { name: 'Volume das notificações' })
    expect(['min', 'max', 'step', 'value'].map((name) => slider.getAttribute(name))).toEqual([
      '0',
      '1',
      '0.1',
      '1',
    ])

    slider.focus()
    await person.keyboard('{ArrowLeft}')

    expect(localStorage.getItem('volume')).toBe('0.9')
  })

  it('SHELL-39 ten steps down from 1 are silence', async () => {
    const { person } = openApp({ path: '/connections', as: ana })
    await person.click(await screen.findByRole('button', { name: 'Volume das notificações' }))
    const slider = await screen.findByRole('slider')

    slider.focus()
    await person.keyboard('{ArrowLeft>10/}')

    expect(localStorage.getItem('volume')).toBe('0')
  })

  it('SHELL-38 THEME-01 the theme is toggled and stored', async () => {
    const { person } = openApp({ path: '/connections', as: ana })

    await person.click(await screen.findByRole('button', { name: 'Usar tema escuro' }))

    expect(localStorage.getItem('preferredTheme')).toBe('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
    await person.click(screen.getByRole('button', { name: 'Usar tema claro' }))
    expect(localStorage.getItem('preferredTheme')).toBe('light')
    expect(document.documentElement.dataset.theme).toBe('light')
  })

  it('density toggles at once, and the choice is stored', async () => {
    const { person } = openApp({ path: '/connections', as: ana })
    await screen.findByRole('button', { name: 'Usar listas compactas' })
    expect(document.documentElement.dataset.density).toBe('comfortable')

    await person.click(screen.getByRole('button', { name: 'Usar listas compactas' }))

    expect(localStorage.getItem('preferredDensity')).toBe('compact')
    expect(document.documentElement.dataset.density).toBe('compact')
    await person.click(screen.getByRole('button', { name: 'Usar listas confortáveis' }))
    expect(localStorage.getItem('preferredDensity')).toBe('comfortable')
    expect(document.documentElement.dataset.density).toBe('comfortable')
  })

  it('SHELL-40 a button reloads the page', async () => {
    const reload = spyOnReload()
    const { person } = openApp({ path: '/connections', as: ana })

    await person.click(await screen.findByRole('button', { name: 'Recarregar' }))

    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('the search leads to any page, and returns the focus when it is closed', async () => {
    const { person, router } = openApp({ path: '/connections', as: anAdmin() })
    const search = await screen.findByRole('button', { name: 'Buscar' })

    await person.click(search)
    await screen.findByRole('combobox', { name: 'Ir para' })
    await person.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(search))

    await person.click(search)
    await person.type(await screen.findByRole('combobox', { name: 'Ir para' }), 'tarefas{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/todolist'))
  })

  it('SHELL-44 the profile menu has the own account, the version and the sign-out', async () => {
    const { person } = openApp({ path: '/connections', as: ana })

    await person.click(await screen.findByRole('button', { name: 'Conta de Ana Lima' }))

    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent?.trim())
    expect(entries).toEqual(['Perfil', 'Sobre o Balcão', 'Sair'])
  })
})

describe('the bar of a subscription that ends', () => {
  // The last instant of the day, as the server writes it.
  const dueIn = (days: number) => ({
    timeZone: 'UTC',
    dueDate: `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T23:59:59.999Z`,
  })
  const bar = /A assinatura da empresa vence/

  it.each([
    [0, /vence hoje, /],
    [1, /vence amanhã, /],
    [4, /vence em 4 dias, em /],
  ])('with %i days left an admin reads it on every page, and what to do', async (days, words) => {
    openApp({ path: '/connections', as: aSessionUser({ profile: 'admin' }, dueIn(days)) })

    expect((await screen.findByText(bar)).textContent).toMatch(words)
    expect(screen.getByText(/só dá para entrar e pagar/)).toBeTruthy()
  })

  it('on a phone it leaves the conversation its room', async () => {
    onAPhone()
    const { router } = openApp({
      path: talkPath,
      as: aSessionUser({ profile: 'admin' }, dueIn(1)),
      serve: talk(),
    })
    await messageField()
    expect(screen.queryByText(bar)).toBeNull()

    await act(() => router.navigate('/todolist'))

    await screen.findByText(bar)
  })

  it.each([
    ['an admin with five days left', 'admin', 5],
    ['an attendant with one day left', 'user', 1],
  ] as const)('%s sees none', async (_, profile, days) => {
    openApp({ path: '/connections', as: aSessionUser({ profile }, dueIn(days)) })

    await screen.findByRole('navigation')
    expect(screen.queryByText(bar)).toBeNull()
  })
})

describe('the bar of a full storage', () => {
  const gb = 1_000_000_000
  const bar = /espaço/

  it.each([
    [9.2, 'Os arquivos da empresa ocupam 92% do espaço do plano (9,2 GB de 10 GB).'],
    [10, 'O espaço da empresa para arquivos está cheio (10 GB de 10 GB)'],
  ])('with %d of 10 GB an admin reads it on every page, with a link to the plan', async (used, words) => {
    openApp({
      path: '/connections',
      as: aSessionUser({ profile: 'admin' }),
      serve: (server) => server.on(getStorageUse, () => ({ usedBytes: used * gb, limitBytes: 10 * gb })),
    })

    expect((await screen.findByText(bar)).textContent).toContain(words)
    expect(screen.getByText('Ver o plano').getAttribute('href')).toBe('/subscription')
  })

  it.each([
    ['an admin with room', 'admin', 8 * gb, 10 * gb],
    ['an admin without a limit', 'admin', 80 * gb, null],
    ['an admin while files are counted', 'admin', null, 10 * gb],
  ] as const)('%s sees none', async (_, profile, usedBytes, limitBytes) => {
    const { server } = openApp({
      path: '/connections',
      as: aSessionUser({ profile }),
      serve: (fake) => fake.on(getStorageUse, () => ({ usedBytes, limitBytes })),
    })

    await waitFor(() => expect(server.received(getStorageUse)).toHaveLength(1))
    await screen.findByRole('navigation')
    expect(screen.queryByText(bar)).toBeNull()
  })

  it('an attendant fetches nothing', async () => {
    const { server } = openApp({ path: '/connections', as: ana })

    await screen.findByRole('navigation')
    expect(server.received(getStorageUse)).toEqual([])
  })
})

describe('gates', () => {
  it.each(['/queues', '/users', '/settings'])(
    'SHELL-21 SHELL-22 SHELL-25 SHELL-28 an attendant is redirected from %s',
    async (path) => {
      const { router } = openApp({ path, as: ana })

      expect(await screen.findAllByText('Acesso não permitido')).not.toHaveLength(0)
      await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    },
  )

  it('SHELL-28 an unknown route redirects to the start', async () => {
    const { router } = openApp({ path: '/nowhere', as: ana })

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
  })
})

describe('toasts', () => {
  it('ERR-04 last two seconds, on outbound screens three, from the first effect on', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
    const Greets = ({ words }: { words: string }) => {
      useEffect(() => showToast('info', words), [words])
      return null
    }
    const { router } = openApp({
      path: '/core',
      as: ana,
      pages: [
        {
          element: <SignedInOnly page={<AppShell />} />,
          children: [
            { path: '/core', element: <Greets words="Dois" /> },
            {
              path: '/outbound',
              handle: { title: 'quickMessages', isOutbound: true } satisfies RouteHandle,
              element: <Greets words="Três" />,
            },
          ],
        },
      ],
    })
    const shown = () => shownToasts.get().map(({ text }) => text)
    await advance(0)
    expect(shown()).toEqual(['Dois'])

    await advance(1_900)
    await act(() => router.navigate('/outbound'))
    expect(shown()).toEqual(['Dois', 'Três'])
    await advance(100)
    expect(shown()).toEqual(['Três'])
    await advance(2_800)
    expect(shown()).toEqual(['Três'])
    await advance(100)
    expect(shown()).toEqual([])
    await act(() => router.navigate('/core'))
    await advance(2_000)
    expect(shown()).toEqual([])
  })
})

describe('live events of the session', () => {
  it('AUTH-18 RT-10 an account that is opened elsewhere is signed out and reloads', async () => {
    const reload = spyOnReload()
    const { socket } = openApp({ path: '/connections', as: ana })
    await screen.findByRole('navigation')

    socket.say(`company-${companyId}-auth`, {
      action: 'update',
      user: { id: ana.id, email: ana.email, companyId },
    })

    const told = 'Sua conta foi acessada em outro computador.'
    const toldAtReload: boolean[] = []
    reload.mockImplementation(() => void toldAtReload.push(screen.queryAllByText(told).length > 0))
    await screen.findByText(told)
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('endedElsewhere')).toBe(ana.email) // the login fills it in
    await waitFor(() => expect(toldAtReload).toEqual([true]))
  })

  it('AUTH-18 a new sign-in within that second is not interrupted', async () => {
    const reload = spyOnReload()
    const { socket } = openApp({ path: '/connections', as: ana })
    await screen.findByRole('navigation')
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())

    act(() =>
      socket.say(`company-${companyId}-auth`, {
        action: 'update',
        user: { id: ana.id, email: ana.email, companyId },
      }),
    )
    act(() => beginSession({ token: 'again', user: ana }))
    act(() => void vi.advanceTimersByTime(limits.reloadAfterElsewhere))

    expect(reload).not.toHaveBeenCalled()
  })

  it('RT-05 a change of the own account shows at once', async () => {
    const { socket } = openApp({ path: '/connections', as: ana })
    await screen.findByText(/Olá, Ana Lima/)

    socket.say(liveChannel.user(companyId), { action: 'update', user: { ...ana, name: 'Ana Souza' } })

    await screen.findByText(/Olá, Ana Souza/)
  })

  it('USER-14 TICKET-15 changed rights refetch the lists, without a reload', async () => {
    const { socket, server } = openApp({ path: '/connections', as: ana })
    await screen.findByRole('button', { name: 'Conta de Ana Lima' })
    socket.subscribe()
    const asked = server.received(listConnections).length

    socket.say(liveChannel.user(companyId), { action: 'update', user: { ...ana, name: 'Ana Souza' } })
    await screen.findByRole('button', { name: 'Conta de Ana Souza' })
    expect(server.received(listConnections)).toHaveLength(asked)
    socket.say(liveChannel.user(companyId), { action: 'update', user: { ...ana, allTicket: 'enable' } })

    await waitFor(() => expect(server.received(listConnections)).toHaveLength(asked + 1))
  })

  it('a full disk is reported, with what still works and what does not', async () => {
    const { socket } = openApp({ path: '/connections', as: anAdmin() })
    await screen.findByRole('navigation')

    socket.say(liveChannel.storage(companyId), { action: 'full' })

    await screen.findByText(/As mensagens continuam chegando, mas sem fotos, áudios e documentos/)
  })

  it('a lost socket shows after three seconds until it is back; the account is then refetched', async () => {
    const { socket, server } = openApp({ path: '/connections', as: ana })
    await screen.findByRole('navigation')
    socket.subscribe()

    socket.lose()

    expect(screen.queryByText(/Sem conexão desde/)).toBeNull()
    await screen.findByText(/Sem conexão desde/)
    server.on(getSessionUser, () => aSessionUser({ name: 'Ana de Tal' }))
    socket.subscribe()
    expect(screen.queryByText(/Sem conexão desde/)).toBeNull()
    await screen.findByText(/Olá, Ana de Tal!/)
  })
})
