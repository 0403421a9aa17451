import {
  type CampaignFigures,
  type CampaignView,
  cancelCampaign,
  exportCampaignShippings,
  getCampaign,
  getCampaignFigures,
  listCampaignShippings,
  type ShippingView,
} from '@balcao/contract/campaigns'
import { listConnections } from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import type { ShippingId } from '@balcao/domain/ids'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aCampaign, aShipping, aWholeCampaign, someCounts } from '../../testing/campaign-makers'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aConnection, anAdmin, companyId } from '../../testing/makers'
import { openPage } from '../../testing/open-app'

const saved: unknown[] = []
vi.mock('write-excel-file/browser', () => ({
  default: (rows: unknown) => ({ toFile: async (name: string) => void saved.push([name, rows]) }),
}))

const started = '2026-11-20T11:30:00.000Z'
const running: Partial<CampaignView> = {
  status: 'EM_ANDAMENTO',
  startedAt: started,
  counts: someCounts({
    total: 1_998,
    valid: 1_902,
    shipped: 1_284,
    sent: 284,
    delivered: 700,
    read: 300,
    failed: 11,
    skipped: 96,
    pending: 511,
    confirmationsRequested: 400,
    confirmations: 100,
  }),
}
const figures: CampaignFigures = {
  counts: someCounts(),
  endsAt: '2026-11-20T14:20:00.000Z',
  stepSeconds: 60,
  series: [
    { at: started, shipped: 12, received: 10, read: 4, failed: 1, confirmed: 0 },
    { at: '2026-11-20T11:31:00.000Z', shipped: 9, received: 8, read: 2, failed: 0, confirmed: 0 },
  ],
}
const shippingPage = (...records: ShippingView[]) => ({ records, count: records.length, hasMore: false })

const open = (change: Partial<CampaignView> = running, serve?: (server: FakeServer) => void) =>
  openPage({
    path: '/campaign/1/report',
    as: anAdmin(),
    serve: (server) => {
      server.on(getCampaign, () => aWholeCampaign(change))
      server.on(getCampaignFigures, () => figures)
      server.on(listCampaignShippings, () => shippingPage(aShipping(1)))
      server.on(listConnections, () => [aConnection()])
      serve?.(server)
    },
  })
const cards = async () => {
  const list = await screen.findByRole('list', { name: 'Números da campanha' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

describe('the report', () => {
  it('CAMP-29 CAMP-30 CAMP-31 CAMP-33 CAMP-35 shows title, bar and cards', async () => {
    open({
      ...running,
      scheduledAt: '2026-11-20T11:00:00.000Z',
      message2: 'Oi',
    })

    await screen.findByRole('heading', { name: 'Relatório da Semana do Estofado' })
    expect(screen.getByText('1.284 de 1.902 entregues')).toBeTruthy()
    expect(screen.getByText('67 %')).toBeTruthy()
    expect(
      screen.getByRole('progressbar', { name: 'Progresso da campanha' }).getAttribute('aria-valuenow'),
    ).toBe('67')
    expect(await screen.findByText('termina por volta de 20/11/26 11:20')).toBeTruthy()
    for (const fact of ['Loja Centro', 'Clientes', '20/11/26 08:00', '20/11/26 08:30', '2 variações'])
      expect(screen.getByText(fact)).toBeTruthy()
    expect(await cards()).toEqual([
      expect.stringMatching(/Contatos válidos1\.902/),
      expect.stringMatching(/Entregues1\.284/),
      expect.stringMatching(/Falharam11/),
      expect.stringMatching(/Ficaram de fora96/),
    ])
  })

  it('CAMP-29 CAMP-32 CAMP-35 with confirmation on, the requests and confirmations have cards', async () => {
    open({ ...running, confirmation: true })

    expect(await cards()).toEqual([
      expect.stringMatching(/Contatos válidos/),
      expect.stringMatching(/Confirmações pedidas400/),
      expect.stringMatching(/Confirmações100.*25 % dos pedidos/),
      expect.stringMatching(/Entregues/),
      expect.stringMatching(/Falharam/),
      expect.stringMatching(/Ficaram de fora/),
    ])
  })

  it('CAMP-33 without valid contacts the bar is at 0', async () => {
    open({ ...running, counts: someCounts() })

    await screen.findByText('0 %')
    expect(screen.getByText('0 de 0 entregues')).toBeTruthy()
  })

  it('CAMP-35 grows live while it runs, and the button refetches it', async () => {
    const { server, socket, person } = open()
    await screen.findByText('1.284 de 1.902 entregues')

    server.on(listCampaignShippings, () =>
      shippingPage(aShipping(1, { state: 'sent', deliveredAt: started })),
    )
    socket.say(liveChannel.campaign(companyId), {
      action: 'update',
      record: aCampaign({
        ...running,
        updatedAt: '2026-11-20T12:00:00.000Z',
        counts: someCounts({ ...running.counts, shipped: 1_302 }),
      }),
    })

    await screen.findByText('1.302 de 1.902 entregues')
    expect(
      await within(await screen.findByRole('row', { name: /Adriana/ })).findByText('Entregue'),
    ).toBeTruthy()
    server.on(getCampaign, () => aWholeCampaign({ ...running, counts: someCounts({ valid: 2, shipped: 1 }) }))
    await person.click(screen.getByRole('button', { name: 'Atualizar' }))
    await screen.findByText('1 de 2 entregues')
  })

  it('CAMP-34 the report is refetched five seconds after it becomes FINALIZADA', async () => {
    const { server, socket } = open()
    await screen.findByText('1.284 de 1.902 entregues')
    await screen.findByRole('row', { name: /Adriana/ })
    server.on(getCampaign, () =>
      aWholeCampaign({
        ...running,
        status: 'FINALIZADA',
        completedAt: '2026-11-20T14:20:00.000Z',
        updatedAt: '2026-11-20T14:20:00.000Z',
        counts: someCounts({ total: 1_998, valid: 1_902, shipped: 1_902 }),
      }),
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const before = server.received(getCampaign).length

    socket.say(liveChannel.campaign(companyId), {
      action: 'update',
      record: aCampaign({ ...running, status: 'FINALIZADA', updatedAt: '2026-11-20T14:20:00.000Z' }),
    })

    await vi.advanceTimersByTimeAsync(4_000)
    socket.say(liveChannel.campaign(companyId), {
      action: 'update', // a contact has read it, which postpones nothing
      record: aCampaign({ ...running, status: 'FINALIZADA', updatedAt: '2026-11-20T14:20:04.000Z' }),
    })
    await vi.advanceTimersByTimeAsync(900)
    expect(server.received(getCampaign)).toHaveLength(before)
    expect(screen.getByText(/A campanha terminou/)).toBeTruthy()
    await vi.advanceTimersByTimeAsync(200)
    expect(server.received(getCampaign)).toHaveLength(before + 1)
    await vi.advanceTimersByTimeAsync(50)
    expect(screen.getByText('1.902 de 1.902 entregues')).toBeTruthy()
    expect(screen.getByText('100 %')).toBeTruthy()
    expect(screen.queryByText(/A campanha terminou/)).toBeNull()
  })

  it('a paused one shows since when, why, and the remedy', async () => {
    open({ ...running, pausedBecause: 'ERR_WAPP_MSG_RESTRICTED', pausedAt: '2026-11-20T12:00:00.000Z' })

    const notice = await screen.findByRole('region', { name: /pausada desde 20\/11\/26 09:00/ })
    expect(notice.textContent).toContain('O WhatsApp restringiu este número')
    expect(within(notice).getByRole('link', { name: 'Mudar o ritmo' }).getAttribute('href')).toBe(
      '/campaigns-config',
    )
    expect(within(notice).getByRole('button', { name: 'Continuar campanha' })).toBeTruthy()
  })

  it('CAMP-05 one without space for its files says so, and does not mention the pace', async () => {
    open({ ...running, pausedBecause: 'ERR_STORAGE_FULL', pausedAt: '2026-11-20T12:00:00.000Z' })

    const notice = await screen.findByRole('region', { name: /pausada desde/ })
    expect(notice.textContent).toContain('sem espaço para os arquivos desta campanha')
    expect(within(notice).queryByRole('link', { name: 'Mudar o ritmo' })).toBeNull()
    expect(within(notice).getByRole('button', { name: 'Continuar campanha' })).toBeTruthy()
  })

  it('one whose connection is down shows that it waits', async () => {
    open(running, (fake) => fake.on(listConnections, () => [aConnection({ status: 'TIMEOUT' })]))

    await screen.findByRole('region', { name: 'A conexão Loja Centro está desligada' })
  })

  it('CAMP-06 CAMP-15 it can be cancelled here after a question', async () => {
    const { server, person } = open(running, (fake) =>
      fake.on(cancelCampaign, () => ({
        ...aCampaign({ status: 'CANCELADA' }),
        message: 'campaign cancelled',
      })),
    )
    await person.click(await screen.findByRole('button', { name: 'Cancelar campanha' }))
    const question = await screen.findByRole('dialog')
    await person.click(within(question).getByRole('button', { name: 'Cancelar campanha' }))

    await screen.findByText('Campanha cancelada.')
    expect(server.received(cancelCampaign)[0]?.params).toEqual({ campaignId: 1 })
  })

  it('a deleted one says so and leads back', async () => {
    const { person, router } = open(running, (fake) =>
      fake.on(getCampaign, () => {
        throw refused('ERR_NO_CAMPAIGN_FOUND')
      }),
    )
    await screen.findByText('Não foi possível abrir o relatório')

    await person.click(screen.getByRole('button', { name: 'Voltar para as campanhas' }))

    expect(router.state.location.pathname).toBe('/campaigns')
  })

  it('CAMP-12 the table shows each result and reason; it can be searched, filtered and saved', async () => {
    const failed = aShipping(2, {
      name: 'Cláudia Rossi',
      state: 'failed',
      reason: 'ERR_SENDING_WAPP_MSG',
      failedAt: '2026-11-20T13:23:00.000Z',
    })
    const out = aShipping(3, { name: 'Elisa', state: 'skipped', reason: 'optedOut' })
    const read = aShipping(4, {
      name: 'Daniel',
      state: 'read',
      deliveredAt: started,
      readAt: '2026-11-20T13:24:00.000Z',
      ticketUuid: '3f0c7a52-6a0e-4a0b-8f50-0d9b5c1e2f33',
    })
    const { server, person } = open(running, (fake) => {
      fake.on(listCampaignShippings, ({ query }) => {
        if (query.state === 'failed') return shippingPage(failed)
        if (query.state === 'shipped' || query.state === 'read') return shippingPage(read)
        return query.pageNumber === 2
          ? { records: [read], count: 3, hasMore: false }
          : { records: [failed, out], count: 3, hasMore: true }
      })
      fake.on(
        exportCampaignShippings,
        ({ body }) =>
          body.after == null ? { records: [failed], next: 2 as ShippingId } : { records: [out], next: null }, // branding
      )
    })
    const claudia = await screen.findByRole('row', { name: /Cláudia/ })
    for (const words of ['+55 51 99812-0076', 'Falhou', 'Erro ao enviar a mensagem', '20/11/26 10:23'])
      expect(claudia.textContent).toContain(words)
    expect(screen.getByRole('row', { name: /Elisa/ }).textContent).toContain('Não quer receber campanhas')
    await screen.findByText('2 de 3 contatos')
    await person.click(screen.getByRole('button', { name: 'Carregar mais' }))
    const daniel = await screen.findByRole('row', { name: /Daniel/ })
    expect(within(daniel).getByRole('link').getAttribute('href')).toBe(`/tickets/${read.ticketUuid}`)
    expect(daniel.textContent).toContain('Lida')

    await person.click(screen.getByRole('tab', { name: /Entregues/ }))
    await vi.waitFor(() => expect(screen.queryByRole('row', { name: /Cláudia/ })).toBeNull())
    await person.click(screen.getByRole('combobox', { name: 'Situação do envio' }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent?.split(' · ')[0])).toEqual([
      'Todos',
      'Entregue',
      'No celular',
      'Lida',
    ])
    await person.click(screen.getByRole('option', { name: /Lida/ }))
    await vi.waitFor(() => expect(server.received(listCampaignShippings).at(-1)?.query.state).toBe('read'))

    await person.click(screen.getByRole('tab', { name: 'Falharam 11' }))
    await screen.findByRole('row', { name: /Cláudia/ })
    expect(screen.queryByRole('combobox', { name: 'Situação do envio' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Exportar' }))
    await vi.waitFor(() => expect(saved).toHaveLength(1))
    const [name, rows] = saved[0] as [string, unknown[][]]
    expect(name).toBe('campanha_Semana-do-Estofado.xlsx')
    expect(rows.slice(1).map(([who]) => who)).toEqual(['Cláudia Rossi', 'Elisa'])
    expect(server.received(exportCampaignShippings).map(({ body }) => body)).toEqual([
      expect.objectContaining({ state: 'failed' }),
      expect.objectContaining({ state: 'failed', after: 2 }),
    ])
  })

  it('the chart has a scale, and seconds where its parts are shorter than a minute', async () => {
    const short = { ...figures, stepSeconds: 5 }
    open(running, (server) => server.on(getCampaignFigures, () => short))

    const chart = await screen.findByRole('img', { name: /entregues/ })

    const card = chart.closest('section')
    expect(card?.textContent).toContain('1370') // 13 at most, its half, none
    expect(card?.textContent).toContain('08:30:00')
    expect(card?.textContent).toContain('08:31:05')
  })

  it('the chart has its figures as a text', async () => {
    open()

    const chart = await screen.findByRole('img', { name: /20\/11\/26 08:30: 12 entregues, 1 falharam/ })
    expect(chart.getAttribute('aria-label')).toContain('20/11/26 08:31: 9 entregues, 0 falharam')
  })
})
