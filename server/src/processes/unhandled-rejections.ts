import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../platform/log'

interface RejectionHandling {
  readonly process: Pick<EventEmitter, 'on'>
  /** Whether everything is starting again after a loss of the database. */
  readonly isRestarting: () => boolean
  /** Returns a promise that resolves when the present database is lost. */
  readonly lost: () => Promise<void> | undefined
  readonly log: Pick<Log, 'warn'>
  /** After a rejection the process waits this long for the news that the database is lost, before it ends itself. */
  readonly noticedWithinMs: number
  end(error: unknown): void
}

/** Ends the process on an unhandled rejection, except when the database is lost: graphile-worker then rejects. */
export function exitOnUnhandledRejections(handling: RejectionHandling): void {
  const { process, isRestarting, lost, log, noticedWithinMs, end } = handling
  process.on('unhandledRejection', async (err: unknown) => {
    const isLost = lost()?.then(() => true) ?? false
    const isLostSoon = Promise.race([isLost, pause(noticedWithinMs, false, { ref: false })])
    if (isRestarting() || (await isLostSoon)) log.warn({ err }, 'failed with the database')
    else end(err)
  })
}
