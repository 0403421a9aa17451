import {
  getAccountOfPasswordLink,
  getForgottenPasswordOptions,
  requestPasswordLink,
  setPasswordByLink,
} from '@balcao/contract/password-links'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refused } from '../../testing/fake-server'
import { aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const support = { name: 'Suporte Balcão', email: 'suporte@example.com', phone: null }

describe('a forgotten password', () => {
  it('the sign-in leads to the mail, with the e-mail typed so far', async () => {
    const { server, person } = openApp({
      path: '/login',
      serve: (fake) =>
        fake
          .on(getForgottenPasswordOptions, () => ({ sendsMail: true, supportContact: support }))
          .on(requestPasswordLink, () => ({ message: '' })),
    })
    await person.type(await screen.findByLabelText('E-mail'), 'ana@example.com')
    await person.click(screen.getByRole('link', { name: 'Esqueci minha senha' }))
    await screen.findByRole('heading', { name: 'Esqueceu a senha?' })
    await person.click(await screen.findByRole('button', { name: 'Enviar e-mail' }))

    await screen.findByRole('heading', { name: 'Confira seu e-mail' })
    expect(server.received(requestPasswordLink).map(({ body }) => body)).toEqual([
      { email: 'ana@example.com' },
    ])
    screen.getByText(/Suporte Balcão · suporte@example.com/)
  })

  it('a wrong e-mail and too many mails are told at the field', async () => {
    const { server, person } = openApp({
      path: '/forgotten-password',
      serve: (fake) =>
        fake
          .on(getForgottenPasswordOptions, () => ({ sendsMail: true, supportContact: null }))
          .on(requestPasswordLink, () => {
            throw refused('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 1200 })
          }),
    })
    const field = await screen.findByLabelText('E-mail')
    await person.type(field, 'ana')
    await person.click(screen.getByRole('button', { name: 'Enviar e-mail' }))
    await screen.findByText('Invalid email')
    expect(server.received(requestPasswordLink)).toEqual([])

    await person.type(field, '@example.com')
    await person.click(screen.getByRole('button', { name: 'Enviar e-mail' }))

    await screen.findByText('Muitas tentativas. Espere 20 minutos e tente de novo.')
  })

  it('without mail it names who can help', async () => {
    openApp({
      path: '/forgotten-password',
      serve: (fake) =>
        fake.on(getForgottenPasswordOptions, () => ({ sendsMail: false, supportContact: null })),
    })

    await screen.findByText('Um administrador da sua empresa, em Usuários.')
    screen.getByText('O dono da plataforma, se você é o único administrador.')
    screen.getByText('npm run admin')
    expect(screen.queryByLabelText('E-mail')).toBeNull()
  })
})

describe('the link of a mail', () => {
  const account = { name: 'Ana', email: 'ana@example.com', isInvitation: false }

  it('sets the password of its account, and leads to the sign-in', async () => {
    const { server, person, router } = openApp({
      path: '/new-password#forgotten.1.2.3.assinatura',
      serve: (fake) =>
        fake.on(getAccountOfPasswordLink, () => account).on(setPasswordByLink, () => ({ message: '' })),
    })
    await screen.findByText('Conta: ana@example.com')
    await person.type(await screen.findByLabelText('Nova senha'), 'outra senha')
    await person.click(screen.getByRole('button', { name: 'Salvar senha' }))

    await screen.findByText('Senha salva. Agora entre com ela.')
    expect(router.state.location.pathname).toBe('/login')
    expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('ana@example.com')
    const token = 'forgotten.1.2.3.assinatura'
    expect(server.received(getAccountOfPasswordLink)[0]?.body).toEqual({ token })
    expect(server.received(setPasswordByLink)[0]?.body).toEqual({ token, password: 'outra senha' })
  })

  it('welcomes an invited user, also where somebody else is signed in', async () => {
    openApp({
      path: '/new-password#x',
      as: aSessionUser(),
      serve: (fake) => fake.on(getAccountOfPasswordLink, () => ({ ...account, isInvitation: true })),
    })

    await screen.findByRole('heading', { name: 'Boas-vindas, Ana' })
  })

  it.each([
    ['when it is opened', true],
    ['when it was used meanwhile', false],
  ])('that is not valid any more says so %s, with the way to another', async (_, isAtOpening) => {
    const refuse = () => {
      throw refused('ERR_PASSWORD_LINK')
    }
    const { person } = openApp({
      path: '/new-password#x',
      serve: (fake) =>
        fake.on(getAccountOfPasswordLink, isAtOpening ? refuse : () => account).on(setPasswordByLink, refuse),
    })
    if (!isAtOpening) {
      await person.type(await screen.findByLabelText('Nova senha'), 'outra senha')
      await person.click(screen.getByRole('button', { name: 'Salvar senha' }))
    }

    await screen.findByRole('heading', { name: 'Este endereço não vale mais' })
    expect(screen.getByRole('link', { name: 'Pedir outro endereço' }).getAttribute('href')).toBe(
      '/forgotten-password',
    )
  })
})
