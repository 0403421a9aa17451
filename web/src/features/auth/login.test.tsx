import { listInvoices } from '@balcao/contract/billing'
import { login, logout } from '@balcao/contract/people'
import { listPublicPlans } from '@balcao/contract/plans'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const ana = aSessionUser()
const dueIn = (days: number) => ({ dueDate: new Date(Date.now() + days * 86_400_000).toISOString() })

async function typeAndSend(person: ReturnType<typeof openApp>['person'], password = 'segredo') {
  await person.type(await screen.findByLabelText('E-mail'), 'ana@casaipe.com.br')
  await person.type(screen.getByLabelText('Senha'), password)
  await person.click(screen.getByRole('button', { name: 'Entrar' }))
}

describe('signing in', () => {
  it('AUTH-02 a private route redirects a visitor to the login', async () => {
    const { router } = openApp({ path: '/connections' })

    await screen.findByRole('heading', { name: 'Entrar' })

    expect(router.state.location.pathname).toBe('/login')
  })

  it.each(['/', '/tickets', '/connections', '/queues', '/users', '/nowhere'])(
    'AUTH-01 %s is no public route: a visitor gets the login',
    async (path) => {
      const { router } = openApp({ path })

      await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    },
  )

  it.each([
    ['nothing is on offer', [], false],
    ['a plan is on offer', [aSessionUser().company.plan], true],
  ])('offers the sign-up only where it leads somewhere: %s', async (_, plans, isOffered) => {
    const { server } = openApp({
      path: '/login',
      serve: (fake) => fake.on(listPublicPlans, () => plans.flatMap((plan) => plan ?? [])),
    })
    await waitFor(() => expect(server.received(listPublicPlans)).toHaveLength(1))
    await screen.findByLabelText('Senha')

    const link = () => screen.queryByRole('link', { name: 'Criar conta da empresa' })
    await waitFor(() => expect(link() !== null).toBe(isOffered))
  })

  it('AUTH-03 the login redirects a signed-in person', async () => {
    const { router } = openApp({ path: '/login', as: ana })

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
  })

  it('AUTH-06 stores token, company, user and due date under their keys', async () => {
    const { person } = openApp({
      path: '/login',
      serve: (server) => server.on(login, () => ({ token: 'fresh', user: ana })),
    })

    await typeAndSend(person)

    await screen.findByRole('navigation')
    expect({ ...localStorage }).toMatchObject({
      token: 'fresh',
      companyId: '1',
      userId: String(ana.id),
      companyDueDate: ana.company.dueDate,
    })
  })

  it('AUTH-18 the login explains a session that ended elsewhere, until the next sign-in', async () => {
    localStorage.setItem('endedElsewhere', 'true')
    const { person } = openApp({
      path: '/login',
      serve: (server) => server.on(login, () => ({ token: 'fresh', user: ana })),
    })
    await screen.findByText('Sua conta foi acessada em outro computador.')

    await typeAndSend(person)

    await screen.findByRole('navigation')
    expect(localStorage.getItem('endedElsewhere')).toBeNull()
  })

  it('AUTH-07 ERR-05 wrong credentials show an error without a reload, and store nothing', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    onTestFinished(() => reload.mockRestore())
    const { person, router } = openApp({
      path: '/login',
      serve: (server) =>
        server.on(login, () => {
          throw refused('ERR_INVALID_CREDENTIALS')
        }),
    })

    await typeAndSend(person)

    // at the field, and as a toast
    await waitFor(() =>
      expect(screen.getAllByText('Erro de autenticação. Por favor, tente novamente.')).toHaveLength(2),
    )
    expect(router.state.location.pathname).toBe('/login')
    expect(localStorage.getItem('token')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Senha'))
    expect(reload).not.toHaveBeenCalled()
  })

  it('AUTH-09 an expired subscription shows since when', async () => {
    const { person } = openApp({
      path: '/login',
      serve: (server) =>
        server.on(login, () => {
          throw refused('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-03', mayPay: 0 })
        }),
    })

    await typeAndSend(person)

    await screen.findAllByText('Sua assinatura venceu em 03/11/2026. Entre em contato com o suporte.')
    expect(localStorage.getItem('token')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Entrar para pagar' })).toBeNull()
  })

  it('AUTH-09 its admin gets a session to pay, which shows only the invoices', async () => {
    const boss = aSessionUser({ profile: 'admin' }, { dueDate: '2026-11-03T02:59:59.999Z' })
    const { person, server } = openApp({
      path: '/login',
      serve: (fake) =>
        fake
          .on(login, ({ body }) => {
            if (body.paying !== true)
              throw refused('ERR_SUBSCRIPTION_EXPIRED', { dueDate: '2026-11-02', mayPay: 1 })
            return { token: 'a-token', user: boss }
          })
          .on(listInvoices, () => ({ invoices: [], count: 0, hasMore: false })),
    })

    await typeAndSend(person)
    const offer = await screen.findByRole('button', { name: 'Entrar para pagar' })
    expect(localStorage.getItem('token')).toBeNull()
    await person.click(offer)

    await screen.findByText(/A assinatura da empresa venceu em 02\/11\/2026/)
    expect(await screen.findByText('Nenhuma fatura por enquanto')).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(server.received(login)[1]?.body).toMatchObject({ paying: true })
  })

  it('a throttled person reads how long to wait', async () => {
    const { person } = openApp({
      path: '/login',
      serve: (server) =>
        server.on(login, () => {
          throw refused('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 300 })
        }),
    })

    await typeAndSend(person)

    await screen.findAllByText('Muitas tentativas. Espere 5 minutos e tente de novo.')
  })

  it.each([
    [0, 'Sua assinatura vence hoje'],
    [1, 'Sua assinatura vence em 1 dia'],
    [4, 'Sua assinatura vence em 4 dias'],
  ])('AUTH-10 AUTH-11 with %i days left it warns once', async (days, words) => {
    const user = aSessionUser({}, { ...dueIn(days), timeZone: 'UTC' })
    const { person } = openApp({
      path: '/login',
      serve: (server) => server.on(login, () => ({ token: 'fresh', user })),
    })

    await typeAndSend(person)

    expect(await screen.findAllByText(words)).toHaveLength(1)
  })

  it('AUTH-10 with five days left it shows no warning', async () => {
    const user = aSessionUser({}, { ...dueIn(5), timeZone: 'UTC' })
    const { person } = openApp({
      path: '/login',
      serve: (server) => server.on(login, () => ({ token: 'fresh', user })),
    })

    await typeAndSend(person)

    await screen.findByRole('navigation')
    expect(screen.queryByText(/Sua assinatura vence/)).toBeNull()
  })

  it('GEN-12 GEN-13 a double click signs in once, and disables the button meanwhile', async () => {
    const { person, server } = openApp({
      path: '/login',
      serve: (fake) => fake.on(login, () => ({ token: 'fresh', user: ana })),
    })
    await person.type(await screen.findByLabelText('E-mail'), 'ana@casaipe.com.br')
    await person.type(screen.getByLabelText('Senha'), 'segredo')
    const button = screen.getByRole('button', { name: 'Entrar' })

    await person.dblClick(button)

    await waitFor(() => expect(button).toHaveProperty('disabled', true))
    expect(server.received(login)).toHaveLength(0) // 400 ms have not passed
    await screen.findByRole('navigation')
    expect(server.received(login)).toHaveLength(1)
  })

  it('AUTH-29 the password can be shown and hidden', async () => {
    const { person } = openApp({ path: '/login' })
    const password = await screen.findByLabelText('Senha')

    await person.click(screen.getByRole('button', { name: 'Mostrar senha' }))
    expect(password.getAttribute('type')).toBe('text')
    await person.click(screen.getByRole('button', { name: 'Ocultar senha' }))

    expect(password.getAttribute('type')).toBe('password')
  })
})

describe('the second step', () => {
  const asksForCode = (right: string) => (server: FakeServer) =>
    server.on(login, ({ body }) => {
      if (body.code === '') throw refused('ERR_TWO_STEP_CODE_REQUIRED')
      if (body.code !== right) throw refused('ERR_TWO_STEP_CODE_WRONG')
      return { token: 'fresh', user: ana }
    })

  it("A6 the right password asks for the app's code; a wrong code shows an error", async () => {
    const { person, server } = openApp({ path: '/login', serve: asksForCode('123456') })

    await typeAndSend(person)
    await screen.findByRole('heading', { name: 'Confirme que é você' })
    const field = screen.getByLabelText('Código de 6 dígitos')
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(document.activeElement).toBe(field)
    expect(screen.queryByText(/Digite o código do seu aplicativo/)).toBeNull() // it is not an error
    await person.type(field, '111111{Enter}')
    await waitFor(() => expect(screen.getAllByText(/^Código errado, vencido ou já usado/)).toHaveLength(2))
    expect(localStorage.getItem('token')).toBeNull()
    await person.clear(field)
    await person.type(field, '123456{Enter}')

    await screen.findByRole('navigation')
    expect(server.received(login).map(({ body }) => [body.email, body.password, body.code])).toEqual([
      ['ana@casaipe.com.br', 'segredo', ''],
      ['ana@casaipe.com.br', 'segredo', '111111'],
      ['ana@casaipe.com.br', 'segredo', '123456'],
    ])
  })

  it('A6 accepts a recovery code instead, and leads back to the password', async () => {
    const { person } = openApp({ path: '/login', serve: asksForCode('aaaa-bbbb-cccc-dddd') })
    await typeAndSend(person)
    await person.click(await screen.findByRole('button', { name: 'Voltar' }))
    await typeAndSend(person)

    await person.click(await screen.findByRole('button', { name: 'Usar um código de recuperação' }))
    expect(screen.getByText(/Um administrador da empresa pode desligar/)).toBeTruthy()
    await person.type(screen.getByLabelText('Código de recuperação'), 'aaaa-bbbb-cccc-dddd')
    await person.click(screen.getByRole('button', { name: 'Entrar' }))

    await screen.findByRole('navigation')
  })
})

describe('signing out', () => {
  it('AUTH-15 AUTH-16 ends the session on the server, deletes it here and retains preferences', async () => {
    const { person, server } = openApp({ path: '/connections', as: ana })
    localStorage.setItem('volume', '0.3')
    localStorage.setItem('preferredTheme', 'dark')

    await person.click(await screen.findByRole('button', { name: 'Sair' }))

    await screen.findByRole('heading', { name: 'Entrar' })
    expect(server.received(logout)).toHaveLength(1)
    expect(Object.keys({ ...localStorage }).sort()).toEqual(['preferredTheme', 'volume'])
  })
})

describe('the theme before and after', () => {
  it('THEME-01 the chosen theme is stored and applied', async () => {
    const { person } = openApp({ path: '/login' })

    await person.click(await screen.findByRole('button', { name: 'Tema escuro' }))

    expect(localStorage.getItem('preferredTheme')).toBe('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it.each([
    ['/login', 'Sign in'],
    ['/signup', 'Create account'],
  ])(
    'I18N-03 I18N-04 the language chosen on the public page %s is stored and used',
    async (path, heading) => {
      const { person } = openApp({ path, serve: (server) => server.on(listPublicPlans, () => []) })

      await person.click(await screen.findByRole('button', { name: 'Idioma: Português' }))
      await person.click(await screen.findByRole('menuitem', { name: 'English' }))

      await screen.findByRole('heading', { name: heading })
      expect(localStorage.getItem('i18nextLng')).toBe('en')
      expect(document.documentElement.lang).toBe('en')
    },
  )
})
