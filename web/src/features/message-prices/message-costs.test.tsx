import { listConnections } from '@balcao/contract/connections'
import { type MessageCostReport, readMessageCosts } from '@balcao/contract/message-prices'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aConnection, anAdmin, aSessionUser, connectionId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const saved: unknown[][] = []
vi.mock('write-excel-file/browser', () => ({
  default: (rows: unknown) => ({ toFile: async (name: string) => void saved.push([name, rows]) }),
}))
beforeEach(() => {
  saved.length = 0
})

const report: MessageCostReport = {
  month: '2026-11',
  rows: [
    {
      ...{ category: 'marketing', country: 'BR', messages: 10, billed: 8, unpriced: 0 },
      costs: [{ amount: '2.5', currency: 'BRL' }],
    },
    { category: 'service', country: null, messages: 3, billed: 3, unpriced: 3, costs: [] },
    { category: 'service', country: 'PT', messages: 4, billed: 0, unpriced: 0, costs: [] },
  ],
  total: { messages: 17, billed: 11, unpriced: 3, costs: [{ amount: '2.5', currency: 'BRL' }] },
}
const none: MessageCostReport = {
  month: '2026-10',
  rows: [],
  total: { messages: 0, billed: 0, unpriced: 0, costs: [] },
}

function open(path = '/connections/4/costs?month=2026-11', serve?: (server: FakeServer) => void) {
  return openApp({
    path,
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listConnections, () => [
          aConnection({ id: connectionId(4), name: 'Loja Oficial', provider: 'cloud' }),
        ])
        .on(readMessageCosts, ({ query }) => (query.month === '2026-11' ? report : none))
      serve?.(server)
    },
  })
}

it('shows messages and costs by category and country; what has no price is unknown, not zero', async () => {
  open()

  const table = await screen.findByRole('table', { name: 'Custos por categoria e país' })
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Marketing', 'Brasil', '10', '8', '2', 'R$ 2,50'],
    ['Atendimento', 'Desconhecido', '3', '3', '0', 'Custo desconhecido'],
    ['Atendimento', 'Portugal', '4', '0', '4', 'Nada cobrado'],
  ])
  expect(screen.getByText('17 mensagens, 11 cobradas')).toBeTruthy()
  expect(screen.getByText(/3 mensagens cobradas não têm preço cadastrado/)).toBeTruthy()
  expect(screen.getByText(/pelas mensagens da conexão Loja Oficial/)).toBeTruthy()
})

it('turns to the month before and back, and says when a month is empty', async () => {
  const { person, server } = open()
  await screen.findByText('17 mensagens, 11 cobradas')

  await person.click(screen.getByRole('button', { name: 'Mês anterior' }))

  await screen.findByText('Nenhuma mensagem neste mês')
  expect(screen.getByRole('heading', { name: 'outubro de 2026' })).toBeTruthy()
  expect(server.received(readMessageCosts).at(-1)?.query).toEqual({ month: '2026-10' })
  expect(screen.queryByRole('button', { name: 'Exportar planilha' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Próximo mês' }))
  await screen.findByText('17 mensagens, 11 cobradas')
})

it('exports the rows as a spreadsheet, with empty cells where no cost is known', async () => {
  const { person } = open()

  await person.click(await screen.findByRole('button', { name: 'Exportar planilha' }))

  await waitFor(() => expect(saved).toHaveLength(1))
  const [name, sheet] = saved[0] as [string, unknown[][]] // as the mock saves it
  expect(name).toBe('custos_Loja-Oficial_2026-11.xlsx')
  expect(sheet.slice(1)).toEqual([
    ['Marketing', 'Brasil', 10, 8, 2, 0, 2.5, 'BRL'],
    ['Atendimento', 'Desconhecido', 3, 3, 0, 3, null, null],
    ['Atendimento', 'Portugal', 4, 0, 4, 0, null, null],
  ])
})

it('a failure offers another try', async () => {
  let fails = true
  const { person } = open(undefined, (server) =>
    server.on(readMessageCosts, () => {
      if (fails) throw refused('ERR_NO_WAPP_FOUND')
      return report
    }),
  )
  await screen.findByText('Nenhuma conexão encontrada com este ID.')

  fails = false
  await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

  await screen.findByText('17 mensagens, 11 cobradas')
})

it('the way to it is beside connections whose messages are billed, for admins', async () => {
  const connections = [
    aConnection({ id: connectionId(4), name: 'Loja Oficial', provider: 'cloud' }),
    aConnection({ id: connectionId(5), name: 'Celular' }),
  ]
  const { person } = open('/connections', (server) => server.on(listConnections, () => connections))

  await person.click(await screen.findByRole('link', { name: 'Custos de Loja Oficial' }))

  await screen.findByRole('heading', { name: 'Custos das mensagens' })
  expect(screen.queryByRole('link', { name: 'Custos de Celular' })).toBeNull()
})

it('an attendant does not see the page', async () => {
  const { server } = openApp({ path: '/connections/4/costs', as: aSessionUser() })

  await waitFor(() => expect(screen.queryByText('Custos das mensagens')).toBeNull())
  expect(server.received(readMessageCosts)).toEqual([])
})
