import { type BackupState, getBackupState } from '@balcao/contract/backups'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, test } from 'vitest'
import { aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const owner = aSessionUser({ profile: 'admin', super: true })
const overdue: BackupState = {
  isScheduled: false,
  lastAt: null,
  missingFiles: 0,
  failure: null,
  checkedAt: null,
  checkFailure: null,
  checkSkipped: null,
  isOverdue: true,
}
const open = (state: BackupState, as = owner) =>
  openApp({ path: '/connections', as, serve: (server) => server.on(getBackupState, () => state) })
const bar = /backup/i
const later = 'Lembrar amanhã'

it.each([
  [{}, 'Esta instalação ainda não tem backup. Faça um no servidor com npm run backup'],
  [{ lastAt: '2026-11-10T12:00:00.000Z' }, 'O último backup desta instalação é de 10/11/2026. Faça um'],
  [{ isScheduled: true }, 'O backup programado não está sendo feito: veja o log do servidor.'],
  [{ failure: 'The disk is full.' }, 'Esta instalação ainda não tem backup. Faça um no servidor'],
  [{ isScheduled: true, failure: 'The disk is full.' }, 'A última tentativa falhou'],
])('the owner of the platform reads on every page that the backup is overdue: %j', async (change, words) => {
  open({ ...overdue, ...change })

  const button = await screen.findByRole('button', { name: later })
  expect(button.closest('[role="status"]')?.textContent).toContain(words)
})

it.each([
  [1, 'Falta 1 arquivo no último backup desta instalação, de 10/11/2026. Isso ocorre quando'],
  [3, 'Faltam 3 arquivos no último backup desta instalação, de 10/11/2026.'],
])('the owner of the platform reads that a recent backup lacks files: %d', async (missingFiles, words) => {
  open({ ...overdue, isOverdue: false, lastAt: '2026-11-10T12:00:00.000Z', missingFiles })

  const button = await screen.findByRole('button', { name: later })
  expect(button.closest('[role="status"]')?.textContent).toContain(words)
})

it.each([
  [null, 'A verificação do backup falhou: The disk is full. Nenhum backup desta instalação foi restaurado'],
  ['2026-11-10T12:00:00.000Z', 'O último que foi restaurado para teste é de 10/11/2026.'],
])('the owner of the platform reads that a backup could not be restored: %s', async (checkedAt, words) => {
  const recent = { ...overdue, isOverdue: false, lastAt: '2026-11-17T12:00:00.000Z' }
  open({ ...recent, checkedAt, checkFailure: 'The disk is full.' })

  const button = await screen.findByRole('button', { name: later })
  expect(button.closest('[role="status"]')?.textContent).toContain(words)
})

it('the owner of the platform reads why a backup was not checked, which is no failure', async () => {
  const recent = { ...overdue, isOverdue: false, lastAt: '2026-11-17T12:00:00.000Z' }
  open({ ...recent, checkedAt: '2026-11-10T12:00:00.000Z', checkSkipped: 'A check needs 3 GB.' })

  const button = await screen.findByRole('button', { name: later })
  expect(button.closest('[role="status"]')?.textContent).toContain(
    'O backup não foi verificado: A check needs 3 GB. O último que foi restaurado para teste é de 10/11/2026.',
  )
})

test('a dismissed bar stays away for a day, also after a reload, and comes back', async () => {
  const first = open(overdue)
  fireEvent.click(await screen.findByRole('button', { name: later }))
  expect(screen.queryByText(bar)).toBeNull()
  expect(Number(localStorage.getItem('backupNoticeDismissedAt'))).toBeGreaterThan(0)
  expect(first.server.received(getBackupState)).toHaveLength(1)

  localStorage.setItem('backupNoticeDismissedAt', String(Date.now() - 25 * 3_600_000))
  open(overdue)
  expect(await screen.findAllByRole('button', { name: later })).not.toHaveLength(0)
})

test('a recent backup shows no bar', async () => {
  const { server } = open({ ...overdue, isOverdue: false })

  await waitFor(() => expect(server.received(getBackupState)).toHaveLength(1))
  await screen.findByRole('navigation')
  expect(screen.queryByText(bar)).toBeNull()
})

test('an admin of a company fetches nothing', async () => {
  const { server } = open(overdue, aSessionUser({ profile: 'admin' }))

  await screen.findByRole('navigation')
  expect(server.received(getBackupState)).toEqual([])
})
