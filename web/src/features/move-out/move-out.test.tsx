import { liveChannel } from '@balcao/contract/live'
import { getMoveOut, type MoveOutView, orderMoveOut } from '@balcao/contract/move-out'
import { listSettings } from '@balcao/contract/people'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused } from '../../testing/fake-server'
import { anAdmin, companyId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const running: MoveOutView = {
  ...{ state: 'running', failure: null, total: 200, done: 0, files: [], userName: 'Admin', expiresAt: null },
  createdAt: '2026-11-20T12:00:00.000Z',
}
const done: MoveOutView = {
  ...running,
  ...{ state: 'done', done: 200, expiresAt: '2026-11-27T12:00:00.000Z' },
  files: [{ link: '/public/1/a.zip?s=1', sizeBytes: 2_000_000 }],
}

/** The answers of the server, which a test replaces. */
async function openTab(first: MoveOutView | null) {
  const kept = { made: first }
  const app = openApp({
    path: '/settings?tab=moveOut',
    as: anAdmin(),
    serve: (server) =>
      server
        .on(listSettings, () => [])
        .on(getMoveOut, () => ({ export: kept.made }))
        .on(orderMoveOut, ({ body }) => {
          if (body.password !== 'segredo') throw refused('ERR_PASSWORD_WRONG')
          kept.made = running
          return running
        }),
  })
  await screen.findByText(/Senhas, tokens e chaves/)
  return { ...app, kept }
}

it('orders with the password, shows the progress, and links the finished file', async () => {
  const { person, socket, kept } = await openTab(null)
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Exportar/ })
  await person.click(button())
  await person.type(await screen.findByLabelText('Sua senha'), 'errada{Enter}')
  await screen.findByText('A senha está errada.')
  await person.clear(screen.getByLabelText('Sua senha'))
  await person.type(screen.getByLabelText('Sua senha'), 'segredo{Enter}')

  await screen.findByText('Preparando a cópia: 0%')
  await waitFor(() => expect(button().disabled).toBe(true))
  socket.say(liveChannel.moveOut(companyId), { action: 'update', state: 'running', total: 200, done: 50 })
  await screen.findByText('Preparando a cópia: 25%')
  kept.made = done
  socket.say(liveChannel.moveOut(companyId), { action: 'update', state: 'done', total: 200, done: 200 })

  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Baixar a cópia/ })
  expect(link.getAttribute('href')).toBe('/public/1/a.zip?s=1')
  expect(button().textContent).toContain('Exportar de novo')
})

it.each([
  ['ERR_COMPANY_STORAGE_FULL', /espaço/],
  [null, /não pôde ser feita/],
] as const)('says why it failed: %s', async (failure, words) => {
  await openTab({ ...running, state: 'failed', failure })

  expect((await screen.findByRole('alert')).textContent).toMatch(words)
})
