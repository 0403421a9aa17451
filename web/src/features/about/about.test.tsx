import { getProductVersion } from '@balcao/contract/health'
import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { refused } from '../../testing/fake-server'
import { aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const open = async (serve: Parameters<typeof openApp>[0]['serve']) => {
  const app = openApp({ path: '/connections', as: aSessionUser(), ...(serve && { serve }) })
  await app.person.click(await screen.findByRole('button', { name: 'Conta de Ana Lima' }))
  await app.person.click(await screen.findByRole('menuitem', { name: 'Sobre o Balcão' }))
  return app
}

it('the profile menu shows the version of the server, and what is new in it', async () => {
  await open((server) => server.on(getProductVersion, () => ({ version: '0.2.0' })))

  await screen.findByText('Versão 0.2.0')
  screen.getByText(/^Adiar um atendimento/)
})

it('a version that can’t be read does not hide what is new', async () => {
  await open((server) =>
    server.on(getProductVersion, () => {
      throw refused('ERR_DATABASE_UNAVAILABLE')
    }),
  )

  await screen.findByText('Não foi possível saber a versão')
  screen.getByText(/^Adiar um atendimento/)
})
