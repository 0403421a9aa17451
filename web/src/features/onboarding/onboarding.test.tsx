import { channel } from '@balcao/contract/live'
import { dismissOnboarding, type OnboardingView, readOnboarding } from '@balcao/contract/onboarding'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, failed } from '../../testing/fake-server'
import { anAdmin, aQueue, companyId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const nothingDone = { number: false, queue: false, user: false, message: false }

function openDashboard(done: Partial<OnboardingView['done']>, serve?: (server: FakeServer) => void) {
  const state = { isDismissed: false, done: { ...nothingDone, ...done } }
  const app = openApp({
    path: '/',
    as: anAdmin(),
    serve: (server) => {
      server.on(readOnboarding, () => structuredClone(state))
      serve?.(server)
    },
  })
  return { ...app, state }
}
const card = () => screen.findByRole('region', { name: 'Comece por aqui' })

it('an admin of a new company sees four steps, each with help and the way to it, and what is done', async () => {
  openDashboard({ queue: true })

  const steps = within(await card()).getAllByRole('listitem')

  expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
    'Conecte o seu WhatsApp (falta fazer)',
    'Crie uma fila (feito)',
    'Convide um colega (falta fazer)',
    'Receba a primeira mensagem (falta fazer)',
  ])
  expect(steps.map((step) => within(step).queryByRole('link')?.getAttribute('href'))).toEqual([
    '/connections',
    undefined,
    '/users',
    '/tickets?sub=pending',
  ])
  expect(screen.getByRole('progressbar', { name: '1 de 4 passos feitos' })).toBeTruthy()
})

it('a step ticks itself off while it is looked at, and the last one says that all is ready', async () => {
  const { socket, state } = openDashboard({ number: true, user: true, message: true })
  await card()

  state.done.queue = true
  socket.say(channel.queue(companyId), { action: 'create', queue: aQueue() })

  await screen.findByRole('region', { name: 'Tudo pronto' })
})

it('it can be put away, after a question, and stays away', async () => {
  const { person, server } = openDashboard({}, (fake) =>
    fake.on(dismissOnboarding, () => ({ message: 'put away' })),
  )
  await person.click(within(await card()).getByRole('button', { name: 'Dispensar a lista' }))
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Dispensar a lista' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Comece por aqui' })).toBeNull())
  expect(server.heard(dismissOnboarding)).toHaveLength(1)
})

it.each([
  ['that is put away', { isDismissed: true, done: nothingDone }],
  ['that is done', { isDismissed: false, done: { number: true, queue: true, user: true, message: true } }],
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
  await waitFor(() => expect(server.heard(readOnboarding).length).toBeGreaterThan(0))
  await screen.findByRole('form', { name: 'Filtro dos números' })

  expect(screen.queryByRole('region', { name: 'Comece por aqui' })).toBeNull()
})
