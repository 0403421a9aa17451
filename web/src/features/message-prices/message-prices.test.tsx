import * as calls from '@balcao/contract/message-prices'
import type { MessagePriceId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, times } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const aPrice = (change: Partial<calls.MessagePriceView> = {}): calls.MessagePriceView => ({
  id: 1 as MessagePriceId, // branding
  ...{ validFrom: '2026-10-01', category: 'marketing', country: 'BR', currency: 'BRL', amount: '0.3125' },
  ...times,
  ...change,
})

function openPrices(prices = [aPrice()], serve?: (server: FakeServer) => void) {
  return openApp({
    path: '/settings?tab=prices',
    as: anAdmin({ super: true }),
    serve: (server) => {
      server.on(calls.listMessagePrices, ({ query: { category, country } }) => {
        const records = prices.filter(
          (one) => (category ?? one.category) === one.category && (country ?? one.country) === one.country,
        )
        return { records, count: records.length, hasMore: false }
      })
      serve?.(server)
    },
  })
}
const cellsOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
    .slice(0, 4)

it('shows prices with all their decimals, countries by name, and where Meta’s card is', async () => {
  openPrices([
    aPrice(),
    aPrice({ id: 2 as MessagePriceId, category: 'service', country: '*', currency: 'USD', amount: '0.0068' }),
  ])

  const table = await screen.findByRole('table', { name: 'Preços de mensagens' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(cellsOf(first)).toEqual(['Marketing', 'Brasil', '01/10/2026', 'R$ 0,3125'])
  expect(cellsOf(second)).toEqual(['Atendimento', 'Todos os outros países', '01/10/2026', 'US$ 0,0068'])
  expect(screen.getByRole('link', { name: 'Tabela de preços da Meta' }).getAttribute('href')).toContain(
    'facebook.com',
  )
  expect(screen.getByText(/Este sistema não traz preços/)).toBeTruthy()
})

it('without prices it explains what to do, and a new one is filled in and saved', async () => {
  const prices: calls.MessagePriceView[] = []
  const { person, server } = openPrices(prices, (fake) =>
    fake.on(calls.createMessagePrice, ({ body }) => {
      const added = aPrice(body)
      prices.push(added)
      return added
    }),
  )
  await screen.findByText('Nenhum preço ainda')
  await person.click(screen.getByRole('button', { name: 'Novo preço' }))
  const form = within(await screen.findByRole('dialog', { name: 'Novo preço' }))
  await person.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await form.findAllByText('Required')).not.toHaveLength(0)
  await person.type(form.getByLabelText('País do cliente'), 'Portu')
  await person.click(await screen.findByRole('option', { name: 'Portugal · PT' }))
  await person.type(form.getByLabelText('Preço por mensagem'), '0,0341')
  await person.type(form.getByLabelText('Vale a partir de'), '01112026')
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(calls.createMessagePrice)[0]?.body).toEqual({
    ...{ category: 'marketing', country: 'PT', amount: '0.0341', currency: 'BRL', validFrom: '2026-11-01' },
  })
  await screen.findByRole('cell', { name: 'Portugal' })
})

it('a price is deleted after a question; a taken place shows its reason', async () => {
  const { person, server } = openPrices([aPrice()], (fake) =>
    fake
      .on(calls.deleteMessagePrice, () => ({ message: 'message price deleted' }))
      .on(calls.updateMessagePrice, () => {
        throw refused('ERR_MESSAGE_PRICE_TAKEN')
      }),
  )
  await person.click(await screen.findByRole('button', { name: 'Editar Marketing, Brasil, 01/10/2026' }))
  const form = within(await screen.findByRole('dialog', { name: 'Editar preço' }))
  await person.clear(form.getByLabelText('Preço por mensagem'))
  await person.type(form.getByLabelText('Preço por mensagem'), '1')
  await person.click(form.getByRole('button', { name: 'Salvar' }))
  await screen.findByText(/já tem um preço para este país/)
  await person.click(form.getByRole('button', { name: 'Cancelar' }))
  await person.click(await screen.findByRole('button', { name: 'Descartar' }))

  await person.click(await screen.findByRole('button', { name: 'Excluir Marketing, Brasil, 01/10/2026' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }))

  await waitFor(() => expect(server.received(calls.deleteMessagePrice)).toHaveLength(1))
})

it('the filter asks for a category; no match says so and keeps the filter', async () => {
  const { person, server } = openPrices()
  await screen.findByRole('table', { name: 'Preços de mensagens' })
  await person.click(screen.getByRole('combobox', { name: 'Categoria' }))
  await person.click(await screen.findByRole('option', { name: 'Utilidade' }))

  await screen.findByText('Nenhum preço com este filtro')
  expect(server.received(calls.listMessagePrices).at(-1)?.query).toMatchObject({ category: 'utility' })
  expect(screen.getByRole('combobox', { name: 'Categoria' }).textContent).toBe('Utilidade')
})

it('pasted lines are checked one by one before they are sent', async () => {
  const { person, server } = openPrices([], (fake) =>
    fake.on(calls.importMessagePrices, () => ({ count: 2 })),
  )
  await person.click(await screen.findByRole('button', { name: 'Colar planilha' }))
  const form = within(await screen.findByRole('dialog', { name: 'Colar preços de uma planilha' }))
  await person.type(form.getByLabelText('Vale a partir de'), '01112026')
  const lines = form.getByLabelText('Preços, um por linha')
  await person.click(lines)
  await person.paste('BR;marketing;0,3125\nXX;utility;1\nPT;utility')
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  const problems = within(await form.findByRole('alert'))
  expect(problems.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Linha 2: este país não existe. Use duas letras, como BR, ou *.',
    'Linha 3: escreva país;categoria;preço.',
  ])
  expect(server.received(calls.importMessagePrices)).toEqual([])
  await person.clear(lines)
  await person.click(lines)
  await person.paste('BR;marketing;0,3125\nPT;utility;0,05')
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('2 preços importados.')
  expect(server.received(calls.importMessagePrices)[0]?.body).toEqual({
    validFrom: '2026-11-01',
    currency: 'BRL',
    lines: 'BR;marketing;0,3125\nPT;utility;0,05',
  })
})

it('an admin of a company has no such tab', async () => {
  openApp({ path: '/settings?tab=prices', as: anAdmin() })

  await screen.findByRole('tab', { name: 'Opções' })
  expect(screen.queryByRole('tab', { name: 'Preços da Meta' })).toBeNull()
})
