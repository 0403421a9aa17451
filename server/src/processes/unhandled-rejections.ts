import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../platform/log'

interface RejectionHandling {
  readonly process: Pick<EventEmitter, 'on'>
  /** The database is lost, and everything starts again. */
  readonly isRestarting: () => boolean
  /** Resolves when the present database is lost. */
  readonly lost: () => Promise<void> | undefined
  readonly log: Pick<Log, 'warn'>
  /** The loss of the database may be noticed this long after a rejection. */
  readonly noticedWithinMs: number
  end(error: unknown): void
}

/** Tolerates rejections from a lost database: graphile-worker does not await the statements that finish a job. */
export function exitOnUnhandledRejections(handling: RejectionHandling): void {
  const { process, isRestarting, lost, log, noticedWithinMs, end } = handling
  process.on('unhandledRejection', async (err: unknown) => {
    const isLost = lost()?.then(() => true) ?? false
    const isLostSoon = Promise.race([isLost, pause(noticedWithinMs, false, { ref: false })])
    if (isRestarting() || (await isLostSoon)) log.warn({ err }, 'failed with the database')
    else end(err)
  })
}
