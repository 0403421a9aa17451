import { liveChannel } from '@balcao/contract/live'
import { getSessionUser } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { endSupportVisit, leaveSupportVisit } from '@balcao/contract/support'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const support = {
  userId: userId(99),
  name: 'Dono',
  reason: 'Ajudar com a conexão',
  since: new Date().toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
}
const visited = (who: Parameters<typeof aSessionUser>[0]) => aSessionUser(who, { support })

it('A6 users of the company see the visitor and reason live; an admin ends the visit', async () => {
  const admin = anAdmin()
  const { person, server, socket } = openApp({
    path: '/connections',
    as: admin,
    serve: (fake) => fake.on(endSupportVisit, () => ({ message: 'support has left' })),
  })
  await screen.findByRole('navigation')
  expect(screen.queryByText(/O suporte/)).toBeNull()

  server.on(getSessionUser, () => visited({ ...admin }))
  socket.say(liveChannel.company(companyId), { action: 'update' })
  await screen.findByText(/^O suporte \(Dono\) está na sua empresa até \d\d:\d\d\.$/)
  expect(screen.getByText(/Motivo: Ajudar com a conexão/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Encerrar' }))
  await screen.findByText('O suporte saiu da empresa.')
  server.on(getSessionUser, () => admin)
  socket.say(liveChannel.company(companyId), { action: 'update' })

  await waitFor(() => expect(screen.queryByText(/O suporte \(Dono\)/)).toBeNull())
})

it('A6 a user who is no admin sees it too, without the button that ends it', async () => {
  openApp({ path: '/connections', as: visited({}) })

  await screen.findByText(/^O suporte \(Dono\) está na sua empresa/)
  expect(screen.queryByRole('button', { name: 'Encerrar' })).toBeNull()
})

it('A6 the end of a visit leads back into the own session, not to the login', async () => {
  const owner = anAdmin({ super: true })
  const { router } = openApp({
    path: '/queues',
    as: visited({ id: userId(99), name: 'Dono · Suporte', profile: 'admin' }),
    serve: (fake) =>
      fake
        .on(listQueues, ({ token }) => {
          if (token !== 'home') throw refused('ERR_SESSION_EXPIRED')
          return []
        })
        .on(leaveSupportVisit, () => ({ token: 'home', user: owner })),
  })

  await waitFor(() => expect(localStorage.getItem('userId')).toBe(String(owner.id)))
  expect(router.state.location.pathname).not.toBe('/login')
  await screen.findByText(/Davi Farias/)
})
