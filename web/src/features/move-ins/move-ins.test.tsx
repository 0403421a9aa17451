import * as calls from '@balcao/contract/move-ins'
import type { MoveInId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FakeServer } from '../../testing/fake-server'
import { anAdmin } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const aLook = (): calls.MoveInScanResult => ({
  companies: [
    {
      ...{ id: '1', name: 'Padaria Sol', plan: 'Antigo', rows: { messages: 12_000, tickets: 300 } },
      files: { named: 40, found: 9, looked: 10, bytes: 2_000_000 },
      ...{ nameTaken: true, emailsTaken: [{ id: '4', email: 'bia@sol.com' }] },
      numbersTaken: [{ connection: 'Loja', number: '555130254455' }],
      repeatedNames: [{ kind: 'queue', name: 'Vendas' }],
      ...{
        uses: { users: 6, connections: 1, queues: 2 },
        planLimits: { users: 5, connections: 1, queues: 2 },
      },
      losses: [{ loss: 'short-tokens', rows: 2 }],
    },
  ],
  lost: [{ table: 'Invoices', rows: 7 }],
  plans: [{ name: 'Grande', users: 50, connections: 5, queues: 20 }],
  versions: { source: 'ticketz', schema: '20260101-last.js', postgres: '16.2', balcao: '0.2.0' },
  disk: { neededBytes: 7_000_000, freeBytes: 90_000_000_000 },
  ...{ databaseBytes: 5_000_000, fileBytes: 2_000_000, seconds: 90 },
})
const aMove = (change: Partial<calls.MoveInView> = {}): calls.MoveInView => ({
  ...{ id: 3 as MoveInId, name: 'loja', product: 'whaticket', state: 'looked', order: null }, // branding
  ...{ isStopping: false, hasAddress: true, folder: null, failure: null, progress: null, look: aLook() },
  ...{ mapping: null, companies: 0, closed: [], startedAt: '2026-11-20T12:00:00.000Z', switchedAt: null },
  ...change,
})

function openMoves(moveIns: calls.MoveInView[], serve?: (server: FakeServer) => void) {
  return openApp({
    path: '/settings?tab=moveIns',
    as: anAdmin({ super: true }),
    serve: (server) => {
      server.on(calls.listMoveIns, () => ({ moveIns }))
      serve?.(server)
    },
  })
}

it('without a move it says what moves, and a new one is named with the address of its source', async () => {
  const moves: calls.MoveInView[] = []
  const { person, server } = openMoves(moves, (fake) =>
    fake.on(calls.createMoveIn, () => {
      const made = aMove({ state: 'new', order: 'look', look: null, product: null })
      moves.push(made)
      return made
    }),
  )
  await screen.findByText('Nenhuma mudança ainda')
  await person.click(screen.getByRole('button', { name: 'Nova mudança' }))
  const form = within(await screen.findByRole('dialog', { name: 'Nova mudança' }))
  await person.type(form.getByLabelText('Nome da mudança'), 'loja')
  await person.type(form.getByLabelText('Endereço do banco de dados'), 'mysql://a:b@c/d')
  await person.click(form.getByRole('button', { name: 'Salvar' }))
  await form.findByText('Invalid URL')
  await person.clear(form.getByLabelText('Endereço do banco de dados'))
  await person.type(form.getByLabelText('Endereço do banco de dados'), 'postgres://loja:s@antigo/loja')
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await screen.findAllByText('Olhando…')
  expect(server.received(calls.createMoveIn)[0]?.body).toEqual({
    ...{ name: 'loja', address: 'postgres://loja:s@antigo/loja', folder: null },
  })
})

it('a look shows counts, losses and clashes, and moves with the answers to them', async () => {
  const { person, server } = openMoves([aMove()], (fake) =>
    fake.on(calls.orderMoveIn, () => aMove({ order: 'run' })),
  )
  await screen.findByText('mensagens 12.000, atendimentos 300')
  expect(screen.getByText(/Invoices: 7. Faturas: citam pagamentos/)).toBeTruthy()
  expect(
    screen.getByText('Origem: ticketz, 20260101-last.js, em PostgreSQL 16.2. Aqui: Balcão 0.2.0.'),
  ).toBeTruthy()
  expect(screen.getByText(/O disco daqui recebe cerca de .* livres\./)).toBeTruthy()
  expect(screen.getByText(/A conexão Loja tem o número 555130254455/)).toBeTruthy()
  expect(screen.getByText(/Várias filas se chamam Vendas/)).toBeTruthy()
  expect(screen.getByText('Tokens curtos demais para serem seguros: 2')).toBeTruthy()
  expect(screen.getByText(/levar? cerca de 2 min/)).toBeTruthy()
  const move = () => screen.getByRole('button', { name: 'Mover' })
  expect(move().hasAttribute('disabled')).toBe(true)

  await person.click(screen.getByLabelText(/Padaria Sol/))
  await screen.findByText('Já existe uma empresa com este nome: dê outro.')
  await person.clear(screen.getByLabelText('Nome aqui'))
  await screen.findByText('Required')
  // Left out and taken in again, it has its old name.
  await person.click(screen.getByLabelText(/Padaria Sol/))
  await person.click(screen.getByLabelText(/Padaria Sol/))
  expect(screen.getByLabelText<HTMLInputElement>('Nome aqui').value).toBe('Padaria Sol')
  await person.clear(screen.getByLabelText('Nome aqui'))
  await person.type(screen.getByLabelText('Nome aqui'), 'Padaria Lua')
  await person.type(screen.getByLabelText('Outro e-mail para bia@sol.com'), 'bia@lua.com')
  expect(screen.getByText('6 usuários, e o plano permite 5: todos vêm, e não cabe mais nenhum.')).toBeTruthy()
  await person.click(screen.getByRole('combobox', { name: 'Plano aqui' }))
  await person.click(await screen.findByRole('option', { name: 'Grande' }))
  expect(screen.queryByText(/e o plano permite/)).toBeNull()
  await person.click(move())
  const dialog = within(await screen.findByRole('dialog', { name: 'Mover 1 empresa?' }))
  await person.click(dialog.getByRole('button', { name: 'Mover' }))

  await waitFor(() =>
    expect(server.received(calls.orderMoveIn)[0]?.body).toEqual({
      act: 'run',
      mapping: {
        companies: [{ company: '1', move: true, name: 'Padaria Lua', plan: 'Grande' }],
        emails: [{ user: '4', email: 'bia@lua.com' }],
      },
    }),
  )
})

it('a disk that is too small is an alert, and a switched move names what stays closed', async () => {
  const look = { ...aLook(), disk: { neededBytes: 7_000_000_000, freeBytes: 1_000_000_000 } }
  openMoves([
    aMove({ look }),
    aMove({ id: 4 as MoveInId, state: 'switched', look: null, closed: ['Loja Inativa'] }),
  ])

  expect((await screen.findByRole('alert')).textContent).toMatch(/^O disco não basta: recebe cerca de /)
  expect(screen.getByText(/^Continuam fechadas: Loja Inativa\./)).toBeTruthy()
})

it('a running move shows its share and the rest of the time, and is stopped', async () => {
  const progress = {
    company: 'Padaria Lua',
    step: 'messages',
    rowsDone: 30,
    rowsTotal: 120,
    secondsLeft: 180,
  }
  const { person, server } = openMoves([aMove({ order: 'run', state: 'running', progress })], (fake) =>
    fake.on(calls.stopMoveIn, () => aMove({ order: 'run', isStopping: true })),
  )
  await screen.findByText('Padaria Lua: mensagens, 25 % · faltam 3 min')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  await person.click(screen.getByRole('button', { name: 'Parar' }))

  await waitFor(() => expect(server.received(calls.stopMoveIn)).toHaveLength(1))
})

it('a copied move shows its report, and is switched after a question', async () => {
  const done = aMove({ state: 'done', companies: 1 })
  const { person, server } = openMoves([done], (fake) => {
    fake.on(
      calls.getMoveInReport,
      (): calls.MoveInReport => ({
        companies: [
          {
            name: 'Padaria Lua',
            steps: [{ step: 'messages', source: 120, read: 120, moved: 119, isComplete: true }],
            skips: [{ kind: 'message', reason: 'same-message', rows: 1 }],
          },
        ],
      }),
    )
    fake.on(calls.orderMoveIn, () => done)
  })
  await person.click(await screen.findByRole('button', { name: 'Ver relatório' }))
  await screen.findByText('mensagem, 1: Não veio: outro atendimento tem a mesma mensagem.')
  await person.click(screen.getByRole('button', { name: 'Virar a chave' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Virar a chave agora?' }))
  expect(dialog.getByText(/todos entram com o e-mail e a senha de antes/)).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'Virar a chave' }))

  await waitFor(() => expect(server.received(calls.orderMoveIn)[0]?.body).toEqual({ act: 'switch' }))
})

it('a failed order says why, and a move that is over offers nothing more', async () => {
  openMoves([
    aMove({ state: 'new', look: null, failure: 'access-refused' }),
    aMove({
      ...{ id: 2 as MoveInId, name: 'velha', state: 'switched', hasAddress: false, look: null, companies: 1 },
      switchedAt: '2026-11-21T12:00:00.000Z',
    }),
  ])
  expect(await screen.findByText('O banco recusou o usuário ou a senha.')).toBeTruthy()
  const over = within(screen.getByRole('region', { name: 'velha' }))
  over.getByText(
    /com npm run move-in -- sessions --name velha --from postgres:\/\/… --old-server-is-stopped; o resto/,
  )

  expect(over.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Ver relatório'])
})
