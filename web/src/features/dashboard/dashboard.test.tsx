import { type DashboardFigures, readDashboard, readTicketsByHour } from '@balcao/contract/dashboard'
import { liveChannel } from '@balcao/contract/live'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, failed } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, userId } from '../../testing/makers'
import { onAPhone } from '../../testing/on-a-phone'
import { openApp } from '../../testing/open-app'

// 10:24 in São Paulo.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T13:24:00.000Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const counters = {
  supportPending: 8,
  supportHappening: 9,
  supportFinished: 1284,
  leads: 312,
  avgSupportTime: 75,
  avgWaitTime: 0,
}
const now: DashboardFigures['now'] = {
  oldestWaitAt: '2026-11-20T12:49:00.000Z',
  attending: 3,
  finishedToday: 68,
}
const attendants: DashboardFigures['attendants'] = [
  { id: userId(2), name: 'Ana Lima', rating: 3, tickets: 20, avgSupportTime: 19, online: true },
  { id: userId(3), name: 'Bia Souza', rating: 0, tickets: 0, avgSupportTime: 0, online: false },
  { id: userId(4), name: 'Caio Ramos', rating: 2, tickets: 31, avgSupportTime: 125, online: false },
]
const hours = Array.from({ length: 24 }, (_, hour) => ({ 8: 18, 9: 31, 10: 22 })[hour] ?? 0)

function openDashboard(
  serve?: (server: FakeServer) => void,
  path = '/',
  as = anAdmin(),
  subscription?: Parameters<typeof openApp>[0]['subscription'],
) {
  return openApp({
    path,
    as,
    ...(subscription && { subscription }),
    serve: (server) => {
      server
        .on(readDashboard, () => ({ counters, now, attendants }))
        .on(readTicketsByHour, () => ({ date: '2026-11-20', hours, count: 71 }))
      serve?.(server)
    },
  })
}
const asked = (server: FakeServer) => server.received(readDashboard).map(({ query }) => query)
const names = () =>
  within(screen.getByRole('table', { name: 'Atendentes' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent?.trim())

describe('the start page', () => {
  it('SHELL-01 PERM-10 `/` is the dashboard of admins, first of the management in their menu', async () => {
    const { router } = openDashboard()

    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    await screen.findByRole('table', { name: 'Atendentes' })

    expect(router.state.location.pathname).toBe('/')
    const management = within(screen.getByRole('list', { name: 'Gestão' }))
    expect(management.getAllByRole('link')[0]?.textContent).toBe('Dashboard')
  })

  it.each(['user', 'supervisor'] as const)(
    'SHELL-01 SHELL-02 a %s is redirected to the tickets, without figures or an item',
    async (profile) => {
      const { router, server } = openDashboard(undefined, '/', aSessionUser({ profile }))

      await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))

      expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
      expect(asked(server)).toEqual([])
    },
  )
})

describe('the due date', () => {
  const due = (dueDate: string) => {
    const admin = anAdmin()
    openDashboard(undefined, '/', { ...admin, company: { ...admin.company, dueDate } })
    return screen.findByRole('region', { name: 'Licença' })
  }

  it('DASH-01 is on a card with the remaining days and the plan', async () => {
    const card = within(await due('2026-12-10T12:00:00.000Z'))

    expect(card.getByText('20 dias').dataset.warns).toBe('false')
    expect(card.getByText('Vence em 10/12/2026')).toBeTruthy()
    expect(card.getByText('Completo')).toBeTruthy()
    expect(card.getByText(/^R\$\s199,00 por mês$/)).toBeTruthy()
  })

  it.each([
    ['2026-11-25T12:00:00.000Z', '5 dias', 'false', 'Vence em 25/11/2026'],
    ['2026-11-24T12:00:00.000Z', '4 dias', 'true', 'Vence em 24/11/2026'],
    ['2026-11-21T12:00:00.000Z', '1 dia', 'true', 'Vence em 21/11/2026'],
    ['2026-11-21T02:59:59.999Z', 'Vence hoje', 'true', 'Vence em 20/11/2026'],
  ])('AUTH-10 DASH-01 warns when fewer than 5 days remain: %s is %s', async (dueDate, words, warns, date) => {
    const card = within(await due(dueDate))

    expect(card.getByText(words).dataset.warns).toBe(warns)
    expect(card.getByText(date)).toBeTruthy()
  })
})

describe('the hours of today', () => {
  it('DASH-02 DASH-03 are 24 slots with counts, a total and a label for screen readers', async () => {
    openDashboard()

    await screen.findByRole('heading', { name: /Atendimentos de hoje por hora\s*71 até agora/ })
    const chart = screen.getByRole('img', { name: 'Atendimentos de hoje por hora: 8h: 18, 9h: 31, 10h: 22' })

    expect(
      within(chart)
        .getAllByTestId('hour')
        .map(({ dataset }) => Number(dataset.count)),
    ).toEqual(hours)
  })

  it('DASH-02 can be shown as a table instead', async () => {
    const { person } = openDashboard()

    await person.click(await screen.findByRole('button', { name: 'Ver em tabela' }))

    const rows = within(screen.getByRole('table', { name: /por hora/ }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual(hours.map((count, hour) => `${hour}h${count}`))
    await person.click(screen.getByRole('button', { name: 'Ver em gráfico' }))
    screen.getByRole('img', { name: /por hora/ })
  })

  it('show an empty state without tickets', async () => {
    openDashboard((server) =>
      server.on(readTicketsByHour, () => ({ date: '2026-11-20', hours: hours.map(() => 0), count: 0 })),
    )

    const chart = await screen.findByRole('img', { name: 'Nenhum atendimento começou hoje até agora.' })

    expect(within(chart).getAllByTestId('hour')).toHaveLength(24)
  })

  it('a failed load leaves the figures alone, and can be retried', async () => {
    let isBroken = true
    const { person } = openDashboard((server) =>
      server.on(readTicketsByHour, () => {
        if (isBroken) throw failed(500, { error: 'Internal server error' })
        return { date: '2026-11-20', hours, count: 71 }
      }),
    )
    await screen.findByText('Não foi possível carregar os atendimentos de hoje')
    await screen.findByText('1.284')

    isBroken = false
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    await screen.findByText('71 até agora')
  })
})

describe('the counters', () => {
  it('DASH-08 DASH-09 are six cards, times as hours and minutes', async () => {
    openDashboard()

    const cards = within(await screen.findByRole('list', { name: 'Números' })).getAllByRole('listitem')

    expect(cards.map(({ textContent }) => textContent?.trim())).toEqual([
      'Aguardando8mais antigo: 35 min',
      'Atendendo9com 3 atendentes',
      'Finalizados1.284no período, 68 hoje',
      'Leads312contatos novos',
      'Tempo médio1h 15mde atendimento',
      'Espera média0h 00maté o aceite',
    ])
  })

  it('DASH-14 each shows its meaning on request', async () => {
    const { person } = openDashboard()

    await person.click(await screen.findByRole('button', { name: 'O que é: Espera média' }))

    const meaning = await screen.findByRole('dialog', { name: 'O que é: Espera média' })
    expect(meaning.textContent).toContain('até o primeiro aceite')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('DASH-09 DASH-14 a range without data shows zeros, no mean, and a text', async () => {
    const nothing = { supportFinished: 0, leads: 0, avgSupportTime: 0, avgWaitTime: 0 }
    openDashboard((server) =>
      server.on(readDashboard, () => ({ counters: { ...counters, ...nothing }, now, attendants })),
    )

    await screen.findByText('01/11/2026 a 20/11/2026: nenhum atendimento finalizado e nenhum contato novo.')

    expect(screen.getByRole('list', { name: 'Números' }).textContent).toContain('Tempo médio—')
  })
})

describe('the filter', () => {
  it('DASH-07 begins with the first day of the month to today', async () => {
    const { server } = openDashboard()

    await screen.findByText('01/11/2026 a 20/11/2026')

    expect(asked(server)).toEqual([{ date_from: '2026-11-01', date_to: '2026-11-20' }])
    expect(screen.getByLabelText('De')).toHaveProperty('value', '01/11/2026')
    expect(screen.getByLabelText('Até')).toHaveProperty('value', '20/11/2026')
  })

  it('DASH-04 DASH-06 applies other dates on Filtrar, not before, and stores them in the URL', async () => {
    const { person, server, router } = openDashboard()
    await screen.findByText('01/11/2026 a 20/11/2026')

    await person.clear(screen.getByLabelText('De'))
    await person.type(screen.getByLabelText('De'), '05/10/2026')
    expect(asked(server)).toHaveLength(1)
    await person.click(screen.getByRole('button', { name: 'Filtrar' }))

    await screen.findByText('05/10/2026 a 20/11/2026')
    expect(asked(server).at(-1)).toEqual({ date_from: '2026-10-05', date_to: '2026-11-20' })
    expect(router.state.location.search).toBe('?date_from=2026-10-05&date_to=2026-11-20')
  })

  it('DASH-05 offers none, 3, 7, 15, 30, 60 and 90 days', async () => {
    const { person, server } = openDashboard()
    await person.click(await screen.findByRole('radio', { name: 'Período' }))

    await person.click(screen.getByRole('combobox', { name: 'Período' }))
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
    await person.click(screen.getByRole('option', { name: 'Últimos 7 dias' }))
    await person.click(screen.getByRole('button', { name: 'Filtrar' }))

    expect(offered).toEqual(['Nenhum', ...[3, 7, 15, 30, 60, 90].map((days) => `Últimos ${days} dias`)])
    await waitFor(() => expect(asked(server).at(-1)).toEqual({ days: 7 }))
  })

  it('DASH-11 without a parameter it shows `Parametrize o filtro` and fetches nothing', async () => {
    const { person, server } = openDashboard()
    await screen.findByText('1.284')

    await person.click(screen.getByRole('radio', { name: 'Período' }))
    await person.click(screen.getByRole('button', { name: 'Filtrar' }))

    await screen.findByText('Parametrize o filtro')
    expect(asked(server)).toHaveLength(1)
  })

  it('DASH-11 nor with both dates empty', async () => {
    const { person, server } = openDashboard()
    await screen.findByText('1.284')

    await person.clear(screen.getByLabelText('De'))
    await person.clear(screen.getByLabelText('Até'))
    await person.click(screen.getByRole('button', { name: 'Filtrar' }))

    await screen.findByText('Parametrize o filtro')
    expect(asked(server)).toHaveLength(1)
  })

  it('an end before the beginning is reported at its field', async () => {
    const { person, server } = openDashboard(undefined, '/?date_from=2026-11-10&date_to=2026-11-20')
    await screen.findByText('10/11/2026 a 20/11/2026')

    await person.clear(screen.getByLabelText('Até'))
    await person.type(screen.getByLabelText('Até'), '01/11/2026')
    await person.click(screen.getByRole('button', { name: 'Filtrar' }))

    await screen.findByText('O fim vem antes do começo.')
    expect(asked(server)).toHaveLength(1)
  })

  it('a reload restores the range of the URL', async () => {
    const { server } = openDashboard(undefined, '/?days=30')

    await screen.findByText('Últimos 30 dias', { selector: 'span' })

    expect(asked(server)).toEqual([{ days: 30 }])
    expect(screen.getByRole('radio', { name: 'Período' })).toHaveProperty('checked', true)
  })
})

describe('the attendants', () => {
  it('DASH-10 have name, stars, average and presence', async () => {
    openDashboard()
    const table = within(await screen.findByRole('table', { name: 'Atendentes' }))
    const row = (name: RegExp) => within(table.getByRole('row', { name }))

    expect(row(/Ana Lima/).getByRole('img', { name: '3 de 3 estrelas' })).toBeTruthy()
    expect(row(/Ana Lima/).getByText('Muito satisfeito')).toBeTruthy()
    expect(row(/Ana Lima/).getByText('0h 19m')).toBeTruthy()
    expect(row(/Ana Lima/).getByText('On-line')).toBeTruthy()
    expect(row(/Caio Ramos/).getByText('Satisfeito')).toBeTruthy()
    expect(row(/Caio Ramos/).getByText('2h 05m')).toBeTruthy()
    expect(row(/Bia Souza/).getByText('sem avaliações')).toBeTruthy()
    expect(row(/Bia Souza/).getByText('—')).toBeTruthy() // she has finished none
    expect(row(/Bia Souza/).getByText('Fora')).toBeTruthy()
  })

  it.each([
    [1, '1 de 3 estrelas', 'Insatisfeito'],
    [2, '2 de 3 estrelas', 'Satisfeito'],
    [3, '3 de 3 estrelas', 'Muito satisfeito'],
  ] as const)('DASH-10 a rating of %i is %s: %s', async (rating, stars, words) => {
    const [ana] = attendants.map((attendant) => ({ ...attendant, rating }))
    if (ana === undefined) throw new Error('the fixture has no attendant')
    openDashboard((server) => server.on(readDashboard, () => ({ counters, now, attendants: [ana] })))

    const row = within(await screen.findByRole('row', { name: /Ana Lima/ }))

    expect(row.getByRole('img', { name: stars })).toBeTruthy()
    expect(row.getByText(words)).toBeTruthy()
  })

  it('a click on a header sorts them, and the header shows it', async () => {
    const { person } = openDashboard()
    await screen.findByRole('table', { name: 'Atendentes' })
    expect(names()).toEqual(['Ana Lima', 'Bia Souza', 'Caio Ramos'])

    await person.click(screen.getByRole('button', { name: 'Tempo médio de atendimento' }))

    expect(names()).toEqual(['Caio Ramos', 'Ana Lima', 'Bia Souza'])
    const head = screen.getByRole('columnheader', { name: 'Tempo médio de atendimento' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await person.click(screen.getByRole('button', { name: 'Tempo médio de atendimento' }))
    expect(names()).toEqual(['Bia Souza', 'Ana Lima', 'Caio Ramos'])
  })

  it('SHELL-47 are cards on a phone, with a choice of the order', async () => {
    onAPhone()
    const { person } = openDashboard()
    await screen.findByRole('list', { name: 'Atendentes' })

    await person.click(screen.getByRole('combobox', { name: 'Ordenar por' }))
    await person.click(screen.getByRole('option', { name: 'Finalizados' }))

    const cards = within(screen.getByRole('list', { name: 'Atendentes' })).getAllByRole('listitem')
    expect(cards[0]?.textContent).toContain('Caio Ramos')
  })

  it('are saved as a spreadsheet with one click', async () => {
    const made: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob) // nothing else is made here
      return 'blob:test'
    })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { person } = openDashboard()

    await person.click(await screen.findByRole('button', { name: 'Exportar planilha' }))

    await waitFor(() => expect(saved).toEqual(['atendentes_2026-11-01_2026-11-20.xlsx']))
    const start = new Uint8Array(await (made[0] ?? new Blob()).arrayBuffer()).slice(0, 2)
    expect(String.fromCharCode(...start)).toBe('PK') // a spreadsheet is a zip
  })
})

describe('figures that change', () => {
  it('GEN-14 show the time of their fetch', async () => {
    openDashboard()

    await screen.findByText(/^Atualizado em 20\/11\/26 \d{2}:\d{2}$/)
  })

  it("RT-23 refetch after the socket's subscription, a ticket change, and a reconnect", async () => {
    let pending = 8
    const { server, socket } = openDashboard(
      (fake) =>
        fake.on(readDashboard, () => ({
          counters: { ...counters, supportPending: pending },
          now,
          attendants,
        })),
      '/',
      anAdmin(),
      'later',
    )
    await screen.findByText('8')
    pending = 12
    socket.subscribe() // no event reported the earlier changes
    await screen.findByText('12')

    pending = 41
    socket.say(liveChannel.ticket(companyId), {
      action: 'delete',
      ticketId: 1,
      reason: 'deleted',
      version: 2,
    })
    await screen.findByText('41')
    socket.say(liveChannel.ticket(companyId), {
      action: 'delete',
      ticketId: 2,
      reason: 'deleted',
      version: 2,
    })
    expect(asked(server)).toHaveLength(3) // not again so soon

    pending = 43
    socket.lose()
    socket.subscribe()
    await screen.findByText('43')
  })

  it('a failed load is reported, and can be retried', async () => {
    let isBroken = true
    const { person } = openDashboard((server) =>
      server.on(readDashboard, () => {
        if (isBroken) throw failed(500, { error: 'Internal server error' })
        return { counters, now, attendants }
      }),
    )
    await screen.findByText('Não foi possível carregar os números')

    isBroken = false
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    await screen.findByText('1.284')
  })

  it('remain on screen when a refetch fails, marked as old', async () => {
    let isBroken = false
    const { socket } = openDashboard((server) =>
      server.on(readDashboard, () => {
        if (isBroken) throw failed(500, { error: 'Internal server error' })
        return { counters, now, attendants }
      }),
    )
    await screen.findByText('1.284')

    isBroken = true
    socket.say(liveChannel.contact(companyId), { action: 'delete', contactId: 1 })

    await screen.findByText(/Estes são os últimos números conhecidos/)
    screen.getByText('1.284')
  })
})
