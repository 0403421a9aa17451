import {
  deleteConnection,
  getConnectionUsage,
  listConnections,
  logOutConnection,
  requestNewQr,
  retryConnection,
  stopConnection,
} from '@balcao/contract/connections'
import type { DisconnectionCause } from '@balcao/domain/connections'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aConnection, anAdmin } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const warning = /^Esta conexão não é oficial: para vincular o número de novo, .* chave de acesso/
const started = { message: 'Starting session.' }

function openWith(connection = aConnection()) {
  return openApp({
    path: '/connections',
    as: anAdmin(),
    serve: (server) =>
      server
        .on(listConnections, () => [connection])
        .on(stopConnection, () => ({ message: 'Session stopped.' }))
        .on(logOutConnection, () => ({ message: 'Session disconnected.' }))
        .on(retryConnection, () => started)
        .on(requestNewQr, () => started)
        .on(getConnectionUsage, () => ({
          openTickets: 0,
          waitingTickets: 0,
          unsentMessages: 0,
          schedules: 0,
          campaigns: 0,
          webhooks: 0,
          users: 0,
          hasToken: false,
          successor: null,
        })),
  })
}

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it('a connected number is paused without a log-out', async () => {
  const { person, server } = openWith()

  await person.click(await screen.findByRole('button', { name: 'Pausar' }))

  await waitFor(() => expect(server.received(stopConnection)[0]?.params).toEqual({ connectionId: 1 }))
  expect(server.received(logOutConnection)).toEqual([])
})

it('CONN-12 disconnecting warns about linking again, and offers a pause', async () => {
  const { person, server } = openWith()

  await person.click(await screen.findByRole('button', { name: 'Desconectar' }))
  const dialog = await dialogOf('Desconectar Loja Centro?')
  dialog.getByText(warning)
  await person.click(dialog.getByRole('button', { name: 'Pausar em vez disso' }))

  await waitFor(() => expect(server.received(stopConnection)[0]?.params).toEqual({ connectionId: 1 }))
  await closed()
  expect(server.received(logOutConnection)).toEqual([])
})

it('CONN-12 a cancelled linking has no link to lose', async () => {
  const { person } = openWith(aConnection({ status: 'PAIRING', number: null }))

  await person.click(await screen.findByRole('button', { name: 'Desconectar' }))
  const dialog = await dialogOf('Desconectar Loja Centro?')

  expect(dialog.queryByText(warning)).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Pausar em vez disso' })).toBeNull()
})

it('CONN-23 deleting warns about linking again, and offers a pause', async () => {
  const { person, server } = openWith()

  await person.click(await screen.findByRole('button', { name: 'Excluir Loja Centro' }))
  const dialog = await dialogOf('Excluir Loja Centro?')
  dialog.getByText(warning)
  await person.click(dialog.getByRole('button', { name: 'Pausar em vez disso' }))

  await waitFor(() => expect(server.received(stopConnection)).toHaveLength(1))
  await closed()
  expect(server.received(deleteConnection)).toEqual([])
})

it('CONN-23 a paused number shows only the warning', async () => {
  const { person } = openWith(aConnection({ status: 'DISCONNECTED', cause: 'stopped' }))

  await person.click(await screen.findByRole('button', { name: 'Excluir Loja Centro' }))
  const dialog = await dialogOf('Excluir Loja Centro?')

  dialog.getByText(warning)
  expect(dialog.queryByRole('button', { name: 'Pausar em vez disso' })).toBeNull()
})

it.each<DisconnectionCause>([
  'stopped',
  'opened-elsewhere',
  'version-refused',
  'storage',
  'login-refused',
  'identity-check',
  'banned',
])('CONN-11 a new QR for a linked number asks first: %s', async (cause) => {
  const { person, server } = openWith(aConnection({ status: 'DISCONNECTED', cause }))

  await person.click(await screen.findByRole('button', { name: 'Novo QR CODE' }))
  const dialog = await dialogOf('Novo QR CODE para Loja Centro?')
  dialog.getByText(warning)
  await person.click(dialog.getByRole('button', { name: 'Tentar novamente' }))

  await waitFor(() => expect(server.received(retryConnection)).toHaveLength(1))
  await closed()
  expect(server.received(requestNewQr)).toEqual([])
})

it('CONN-25 a confirmed new QR is requested and shown', async () => {
  const { person, server } = openWith(aConnection({ status: 'DISCONNECTED', cause: 'login-refused' }))

  await person.click(await screen.findByRole('button', { name: 'Novo QR CODE' }))
  const dialog = await dialogOf('Novo QR CODE para Loja Centro?')
  await person.click(dialog.getByRole('button', { name: 'Novo QR CODE' }))

  await dialogOf('Vincular Loja Centro')
  expect(server.received(requestNewQr)).toHaveLength(1)
})
