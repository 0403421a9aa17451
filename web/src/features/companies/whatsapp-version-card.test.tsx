import { listCompanies } from '@balcao/contract/companies'
import { listSettings } from '@balcao/contract/people'
import { listAllPlans } from '@balcao/contract/plans'
import {
  getWhatsappVersion,
  lookUpWhatsappVersion,
  saveWhatsappVersion,
  type WhatsappWebVersionView,
} from '@balcao/contract/platform-settings'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dateAndTime } from '../../lib/dates'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { anAdmin } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const lookedUpAt = '2026-11-20T12:00:00.000Z'
const aVersion = (change: Partial<WhatsappWebVersionView> = {}): WhatsappWebVersionView => ({
  setting: 'automatic',
  claimed: '2.3000.1046000000',
  source: 'looked-up',
  shipped: '2.3000.1043857760',
  lookedUpAt,
  failure: null,
  ...change,
})

function openCard(version: WhatsappWebVersionView = aVersion(), serve?: (server: FakeServer) => void) {
  return openApp({
    path: '/settings?tab=companies',
    as: anAdmin({ super: true }),
    serve: (server) => {
      server
        .on(listSettings, () => [])
        .on(listAllPlans, () => [])
        .on(listCompanies, () => ({ companies: [], count: 0, hasMore: false }))
        .on(getWhatsappVersion, () => version)
      serve?.(server)
    },
  })
}
const theCard = () => screen.findByRole('region', { name: 'Versão do WhatsApp Web' })
const shows = async (text: string | RegExp) => within(await theCard()).findByText(text)

it('the card shows the claimed version, its source, and the time of the look-up', async () => {
  openCard()

  await shows('2.3000.1046000000')
  await shows('encontrada no site do WhatsApp')
  await shows(dateAndTime(lookedUpAt))
  await shows(/^A automática é a do site .* a 2\.3000\.1043857760, que veio com o Balcão\.$/)
})

it.each([
  ['unreachable', 'O site do WhatsApp não respondeu na última procura.'],
  ['no-version', 'O site do WhatsApp respondeu, mas sem informar a versão.'],
  ['older', 'O site do WhatsApp informou uma versão mais antiga que a do Balcão, que foi ignorada.'],
] as const)(
  'after the failure %s the card shows why the shipped version is claimed',
  async (failure, words) => {
    openCard(aVersion({ claimed: '2.3000.1043857760', source: 'shipped', failure }))

    await shows('veio com o Balcão')
    await shows(words)
  },
)

it('before the first look-up the card shows that there was none', async () => {
  openCard(
    aVersion({
      setting: '2.3000.1044000000',
      claimed: '2.3000.1044000000',
      source: 'fixed',
      lookedUpAt: null,
    }),
  )

  await shows('escolhida aqui')
  await shows('ainda não houve')
  expect((await screen.findByLabelText<HTMLInputElement>('Versão')).value).toBe('2.3000.1044000000')
})

it('a look-up shows its result', async () => {
  const { person, server } = openCard(aVersion(), (fake) =>
    fake.on(lookUpWhatsappVersion, () => aVersion({ claimed: '2.3000.1047000000' })),
  )

  await person.click(await screen.findByRole('button', { name: 'Procurar agora' }))

  await shows('2.3000.1047000000')
  expect(server.received(lookUpWhatsappVersion)).toHaveLength(1)
})

it('ERR-01 a refused look-up shows the reason and can be retried', async () => {
  const { person } = openCard(aVersion(), (fake) =>
    fake.on(lookUpWhatsappVersion, () => {
      throw refused('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 40 })
    }),
  )

  await person.click(await screen.findByRole('button', { name: 'Procurar agora' }))

  await screen.findByText('Muitas tentativas. Espere um pouco e tente de novo.')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Procurar agora' }).disabled).toBe(false),
  )
})

it('a fixed version is checked, saved and shown', async () => {
  const fixed = aVersion({ setting: '2.3000.1044000000', claimed: '2.3000.1044000000', source: 'fixed' })
  const { person, server } = openCard(aVersion(), (fake) => fake.on(saveWhatsappVersion, () => fixed))
  const save = async () =>
    person.click(within(await theCard()).getByRole<HTMLButtonElement>('button', { name: 'Salvar' }))

  await person.click(await screen.findByRole('combobox', { name: 'Qual versão declarar' }))
  await person.click(await screen.findByRole('option', { name: 'Sempre a mesma' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Versão')
  expect(field.value).toBe('2.3000.1046000000')
  await person.clear(field)
  await person.type(field, '2.3000')
  await save()
  await shows('Escreva a versão assim: 2.3000.1043857760.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(server.received(saveWhatsappVersion)).toEqual([])

  await person.clear(field)
  await person.type(field, ' 2.3000.1044000000')
  await save()

  await shows('escolhida aqui')
  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(saveWhatsappVersion)[0]?.body).toEqual({ setting: '2.3000.1044000000' })
})

it('automatic replaces a fixed version', async () => {
  const fixed = aVersion({ setting: '2.3000.1044000000', claimed: '2.3000.1044000000', source: 'fixed' })
  const { person, server } = openCard(fixed, (fake) => fake.on(saveWhatsappVersion, () => aVersion()))

  await person.click(await screen.findByRole('combobox', { name: 'Qual versão declarar' }))
  await person.click(await screen.findByRole('option', { name: 'Automática' }))
  expect(screen.queryByLabelText('Versão')).toBeNull()
  await person.click(within(await theCard()).getByRole('button', { name: 'Salvar' }))

  await shows('encontrada no site do WhatsApp')
  expect(server.received(saveWhatsappVersion)[0]?.body).toEqual({ setting: 'automatic' })
})

it('the save button is disabled while the choice is the saved one', async () => {
  openCard()

  await shows('2.3000.1046000000')
  expect(within(await theCard()).getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(
    true,
  )
})

it('ERR-07 a failed load of the version leaves the companies alone, and can be retried', async () => {
  let works = false
  const { person } = openCard(aVersion(), (fake) =>
    fake.on(getWhatsappVersion, () => {
      if (!works) throw failed(400, null)
      return aVersion()
    }),
  )
  await shows('Não foi possível carregar a versão do WhatsApp Web')
  expect(screen.getByRole('button', { name: 'Nova empresa' })).toBeTruthy()
  works = true

  await person.click(within(await theCard()).getByRole('button', { name: 'Tentar de novo' }))

  await shows('2.3000.1046000000')
})
