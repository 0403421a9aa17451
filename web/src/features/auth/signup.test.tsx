import { listPublicPlans, type PlanView } from '@balcao/contract/plans'
import { signUp } from '@balcao/contract/signup'
import type { PlanId } from '@balcao/domain/ids'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import i18n from '../../lib/i18n/i18n'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const { plan } = aSessionUser().company
const aPlan = (change: Partial<PlanView>): PlanView => ({ ...(plan as PlanView), ...change })
const plans = [
  aPlan({ id: 1 as PlanId, name: 'Essencial', users: 3, connections: 1, queues: 4, value: 99.9 }),
  aPlan({ id: 2 as PlanId, name: 'Completo', users: 10, connections: 5, queues: 8, value: 1234.5 }),
]

function openSignup({
  path = '/signup',
  offered = plans,
  serve,
}: {
  path?: string
  offered?: PlanView[]
  serve?: (server: FakeServer) => void
} = {}) {
  return openApp({
    path,
    serve: (server) => {
      server.on(listPublicPlans, () => offered).on(signUp, () => ({ message: 'company signed up' }))
      serve?.(server)
    },
  })
}

async function fillIn(person: ReturnType<typeof openApp>['person']) {
  await person.type(await screen.findByLabelText('Nome da empresa'), 'Padaria Estrela')
  await person.type(screen.getByLabelText('E-mail'), 'contato@estrela.com.br')
  await person.type(screen.getByLabelText('Telefone'), '51 3025-4455')
  await person.type(screen.getByLabelText('Senha'), 'uma senha boa')
}

it('AUTH-01 AUTH-21 AUTH-25 AUTH-29 the sign-up leads back to the login with the toast', async () => {
  const { person, router, server } = openSignup({ path: '/login' })

  await person.click(await screen.findByRole('link', { name: 'Criar conta da empresa' }))
  await fillIn(person)
  await person.click(await screen.findByRole('radio', { name: /Completo/ }))
  await person.click(screen.getByRole('button', { name: 'Cadastrar' }))

  await screen.findByText('Cadastro realizado com sucesso!')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'contato@estrela.com.br')
  const [sent] = server.received(signUp)
  expect(sent?.body).toMatchObject({
    name: 'Padaria Estrela',
    email: 'contato@estrela.com.br',
    phone: '51 3025-4455',
    password: 'uma senha boa',
    planId: 2,
    recurrence: 'MENSAL',
    status: true,
    campaignsEnabled: true,
  })
  const days = (Date.parse(String(sent?.body.dueDate)) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(3, 2)
  expect(sent?.body).not.toHaveProperty('companyId')
  expect(sent?.token).toBeNull()
})

it('AUTH-21 AUTH-22 sends the companyId of the link unchanged', async () => {
  const { person, server } = openSignup({ path: '/signup?companyId=7', offered: plans.slice(0, 1) })

  await fillIn(person)
  await waitFor(() => expect(screen.getByRole('radio')).toHaveProperty('checked', true)) // the only plan
  await person.click(screen.getByRole('button', { name: 'Cadastrar' }))

  await waitFor(() => expect(server.received(signUp)[0]?.body).toMatchObject({ companyId: '7', planId: 1 }))
})

it.each(['pt-BR', 'en', 'es'])(
  'AUTH-23 I18N-04 in %s invalid fields show the documents’ texts, and nothing is sent',
  async (language) => {
    await i18n.changeLanguage(language)
    const { person, server } = openSignup()
    const send = await screen.findByRole('button', { name: i18n.t('auth:doSignUp') })
    const type = (field: string, words: string) =>
      person.type(screen.getByLabelText(i18n.t(`auth:${field}`)), words)

    await person.click(send)
    expect(await screen.findAllByText('Required')).toHaveLength(4)
    await type('companyName', 'A')
    await type('email', 'x')
    await type('password', '1234')
    await person.click(send)

    await waitFor(() => expect(screen.getAllByText('Too Short!')).toHaveLength(2))
    expect(screen.getByText('Invalid email')).toBeTruthy()
    expect(server.received(signUp)).toEqual([])
  },
)

it('AUTH-26 GEN-05 each plan shows limits and price, fetched without credentials', async () => {
  const { server } = openSignup()

  const option = await screen.findByRole('radio', { name: /Completo/ })

  expect(option.closest('label')?.textContent).toBe(
    'Completo10 usuários · 5 conexões · 8 filasR$ 1.234,50 por mês',
  )
  expect(screen.getByText(/3 usuários · 1 conexão · 4 filas/)).toBeTruthy()
  expect(server.received(listPublicPlans)).toMatchObject([{ token: null, withCookies: false }])
})

it.each([
  ['ERR_SIGNUP_TAKEN', {}, /Já existe um cadastro com este nome de empresa ou este e-mail/],
  ['ERR_USER_CREATION_DISABLED', {}, /A criação de usuários foi desativada pelo administrador/],
  ['ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 1800 }, /Espere 30 minutos/],
] as const)(
  'AUTH-27 AUTH-28 a sign-up refused by %s shows the reason, and retains the input',
  async (code, data, words) => {
    const { person, router } = openSignup({
      offered: plans.slice(0, 1),
      serve: (server) =>
        server.on(signUp, () => {
          throw refused(code, data)
        }),
    })
    await fillIn(person)
    await person.click(screen.getByRole('button', { name: 'Cadastrar' }))

    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(screen.getByLabelText('Nome da empresa')).toHaveProperty('value', 'Padaria Estrela')
    expect(router.state.location.pathname).toBe('/signup')
  },
)

it('plans that fail to load can be retried; without a plan on sale the page says so', async () => {
  let isDown = true
  const { person } = openSignup({
    serve: (server) =>
      server.on(listPublicPlans, () => {
        if (isDown) throw failed(400, null)
        return []
      }),
  })

  await screen.findByText('Não foi possível carregar os planos')
  isDown = false
  await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

  await screen.findByText('Nenhum plano está à venda agora. Volte mais tarde.')
})

it('AUTH-03 redirects a signed-in person', async () => {
  const { router } = openApp({ path: '/signup', as: aSessionUser() })

  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
})
