import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { exitOnUnhandledRejections } from './unhandled-rejections'

const failure = new Error('Connection terminated unexpectedly')

/** A process that handles a rejection; `lose` loses its database. */
function rejectIn({ isRestarting = false, hasDatabase = true, noticedWithinMs = 0 } = {}) {
  const process = new EventEmitter()
  let lose: () => void = () => undefined
  const lost = new Promise<void>((resolve) => (lose = resolve))
  const log = { warn: vi.fn() }
  const end = vi.fn()
  exitOnUnhandledRejections({
    process,
    isRestarting: () => isRestarting,
    lost: () => (hasDatabase ? lost : undefined),
    log,
    noticedWithinMs,
    end,
  })
  process.emit('unhandledRejection', failure)
  return { lose, warn: log.warn, end }
}

test('a rejection that no code handles ends the process', async () => {
  const { warn, end } = rejectIn()

  await vi.waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith(failure))
  expect(warn).not.toHaveBeenCalled()
})

test('it ends a process that has no database', async () => {
  const { end } = rejectIn({ hasDatabase: false, noticedWithinMs: 60_000 })

  await vi.waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith(failure))
})

test('it is logged when the database turns out to be lost, and while everything starts again', async () => {
  const late = rejectIn({ noticedWithinMs: 60_000 })
  late.lose()
  const during = rejectIn({ isRestarting: true })

  for (const { warn, end } of [late, during]) {
    await vi.waitFor(() => expect(warn).toHaveBeenCalledExactlyOnceWith({ err: failure }, expect.any(String)))
    expect(end).not.toHaveBeenCalled()
  }
})
