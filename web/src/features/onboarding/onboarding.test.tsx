import { updateCompany } from '@balcao/contract/companies'
import { liveChannel } from '@balcao/contract/live'
import { dismissOnboarding, type OnboardingView, readOnboarding } from '@balcao/contract/onboarding'
import { initialCompanyName } from '@balcao/domain/onboarding'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, failed } from '../../testing/fake-server'
import { aCompany } from '../../testing/kept-company'
import { anAdmin, aQueue, companyId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const anOwner = {
  ...anAdmin({ super: true }),
  company: { ...anAdmin().company, name: initialCompanyName },
} // the first company's admin is the platform's owner
const nothingDone = {
  ...{ company: false, password: false, queue: false },
  ...{ number: false, user: false, message: false },
}

function openDashboard(done: Partial<OnboardingView['done']>, serve?: (server: FakeServer) => void) {
  const state = {
    isDismissed: false,
    hasHelps: false,
    done: { ...nothingDone, company: true, password: true, ...done },
  }
  const app = openApp({
    path: '/',
    as: anOwner,
    serve: (server) => {
      server.on(readOnboarding, () => structuredClone(state))
      serve?.(server)
    },
  })
  return { ...app, state }
}
const card = () => screen.findByRole('region', { name: 'Comece por aqui' })

it('an admin of a new company sees the steps in order, each with its link and state', async () => {
  openDashboard({ queue: true })

  const steps = within(await card()).getAllByRole('listitem')

  expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
    'Dê um nome à empresa (feito)',
    'Escolha a sua senha (feito)',
    'Crie uma fila (feito)',
    'Conecte o seu WhatsApp (falta fazer)',
    'Convide um colega (falta fazer)',
    'Receba a primeira mensagem (falta fazer)',
  ])
  expect(steps.map((step) => within(step).queryByRole('link')?.getAttribute('href'))).toEqual([
    undefined,
    undefined,
    undefined,
    '/connections?new',
    '/users?new',
    '/tickets?sub=pending',
  ])
  expect(screen.getByRole('progressbar', { name: '3 de 6 passos feitos' })).toBeTruthy()
})

it('a step ticks off live, and the last one shows that everything is ready', async () => {
  const { socket, state } = openDashboard({ number: true, user: true, message: true })
  await card()

  state.done.queue = true
  socket.say(liveChannel.queue(companyId), { action: 'create', queue: aQueue() })

  await screen.findByRole('region', { name: 'Tudo pronto' })
})

it('the owner of a fresh installation names the company from the list', async () => {
  const { person, server, state } = openDashboard({ company: false }, (fake) =>
    fake.on(updateCompany, () => aCompany({ name: 'Casa Aurora' })),
  )
  await person.click(within(await card()).getByRole('button', { name: 'Dar um nome' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dê um nome à empresa' }))
  expect(dialog.getByLabelText('Nome da empresa')).toHaveProperty('value', '')

  await person.type(dialog.getByLabelText('Nome da empresa'), 'Casa Aurora')
  state.done.company = true
  await person.click(dialog.getByRole('button', { name: 'Salvar' }))

  await within(await card()).findByRole('heading', { name: 'Dê um nome à empresa (feito)' })
  expect(server.received(updateCompany)).toMatchObject([
    { params: { companyId }, body: { name: 'Casa Aurora' } },
  ])
})

it('a generated password is changed from the list, with the current one', async () => {
  const { person } = openDashboard({ password: false })

  await person.click(within(await card()).getByRole('button', { name: 'Trocar a senha' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Meu perfil' }))
  await person.type(dialog.getByLabelText('Senha'), 'broa de milho')

  expect(await dialog.findByLabelText('Senha atual')).toBeTruthy()
})

it('mentions videos only where there are some', async () => {
  const { state } = openDashboard({ number: true })
  await card()
  expect(screen.queryByRole('link', { name: 'Veja os vídeos' })).toBeNull()
  cleanup()

  openDashboard({ number: true }, (server) => server.on(readOnboarding, () => ({ ...state, hasHelps: true })))
  expect(await screen.findByRole('link', { name: 'Veja os vídeos' })).toBeTruthy()
})

it('can be dismissed after a question, and remains dismissed', async () => {
  const { person, server } = openDashboard({}, (fake) =>
    fake.on(dismissOnboarding, () => ({ message: 'put away' })),
  )
  await person.click(within(await card()).getByRole('button', { name: 'Dispensar a lista' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Dispensar a lista' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Comece por aqui' })).toBeNull())
  expect(server.received(dismissOnboarding)).toHaveLength(1)
})

it.each([
  ['that is put away', { isDismissed: true, hasHelps: false, done: nothingDone }],
  [
    'that is done',
    {
      isDismissed: false,
      hasHelps: false,
      done: { company: true, password: true, number: true, queue: true, user: true, message: true },
    },
  ],
  ['that cannot be asked for', null],
])('a list %s is not shown', async (_, answer) => {
  const { server } = openApp({
    path: '/',
    as: anAdmin(),
    serve: (fake) =>
      fake.on(readOnboarding, () => {
        if (answer === null) throw failed(500, {})
        return answer
      }),
  })
  await waitFor(() => expect(server.received(readOnboarding).length).toBeGreaterThan(0))
  await screen.findByRole('form', { name: 'Filtro dos números' })

  expect(screen.queryByRole('region', { name: 'Comece por aqui' })).toBeNull()
})
