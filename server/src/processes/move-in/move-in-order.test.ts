import { expect, it } from 'vitest'
import { parseMoveInCommand } from './move-in-order'
import { formatBytes, moveInProgressLine } from './progress-line'

const from = 'postgres://old/name'

it('reads an order, with the address from the variables when it is not given', () => {
  expect(parseMoveInCommand(['run', '--from', from, '--files', 'public'], {})).toEqual({
    act: 'run',
    from,
    files: 'public',
    name: 'old',
    mapping: 'move-in-old.json',
    report: 'move-in-old.csv',
    language: 'pt-BR',
  })
  expect(parseMoveInCommand(['look', '--name', 'shop'], { MOVE_IN_URL: from })).toMatchObject({
    act: 'look',
    from,
    mapping: 'move-in-shop.json',
  })
})

it('reads where sessions come from, and whether the old server is stopped', () => {
  expect(parseMoveInCommand(['sessions', '--from', from], {})).toMatchObject({
    ...{ act: 'sessions', from, name: 'old' },
    sessions: { folder: null, isOldServerStopped: false },
  })
  const ofFolder = ['sessions', '--from-folder', 'auth', '--connection', '7', '--old-server-is-stopped']
  expect(parseMoveInCommand(ofFolder, { MOVE_IN_URL: from })).toMatchObject({
    from: null,
    sessions: { folder: { path: 'auth', connectionId: 7 }, isOldServerStopped: true },
  })
})

it('switches without the source, and reads the language of the report', () => {
  expect(parseMoveInCommand(['switch', '--name', 'shop'], {})).toMatchObject({
    ...{ act: 'switch', from: null, name: 'shop' },
  })
  const language = (args: readonly string[], env = {}) =>
    parseMoveInCommand(['report', '--from', from, ...args], env)?.language
  expect(language(['--language', 'es'])).toBe('es')
  expect(language([], { LANG: 'en_US.UTF-8' })).toBe('en')
  expect(language([], { LANG: 'C' })).toBe('pt-BR')
  expect(parseMoveInCommand(['report', '--from', from, '--language', 'fr'], {})).toBeNull()
})

it('takes nothing else for an order', () => {
  for (const args of [
    [],
    ['run'],
    ['walk', '--from', from],
    ['run', 'run', '--from', from],
    ['run', '--from', from, '--name', '../x'],
    ['run', '--from', from, '--loud'],
    ['run', '--from', from, '--old-server-is-stopped'],
    ['sessions'],
    ['sessions', '--from-folder', 'auth'],
    ['sessions', '--connection', '7', '--from', from],
    ['sessions', '--from-folder', 'auth', '--connection', 'seven'],
    ['sessions', '--from-folder', 'auth', '--connection', '7', '--from', from],
  ])
    expect(parseMoveInCommand(args, {})).toBeNull()
})

it('shows a bar with the rest of the time, by the pace of this run', () => {
  const progress = { company: 'Loja', step: 'messages', rowsDone: 500, rowsTotal: 1_000 }

  expect(moveInProgressLine(progress, 250, 60_000)).toBe(
    '[##########          ] 50 %, Loja: messages, 2 min left',
  )
  expect(moveInProgressLine({ ...progress, rowsDone: 0 }, 0, 0)).toBe(
    '[                    ] 0 %, Loja: messages',
  )
  expect([formatBytes(12), formatBytes(2_500), formatBytes(3_400_000_000)]).toEqual([
    '12 B',
    '2.5 kB',
    '3.4 GB',
  ])
})
