import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionId } from '@balcao/domain/ids'
import { systemClock } from '../../../platform/clock'
import { loadConfig } from '../../../platform/config'
import { createLog } from '../../../platform/log'
import { loadSecrets } from '../../../platform/secrets'
import type { Workplace } from '../../../platform/work'
import { openInstallationForAdmin } from '../../admin/open-for-admin'
import { printLine } from '../../command-line'
import type { MoveInCommand } from '../move-in-order'
import { detectProduct } from '../products'
import { openSourceDatabase } from '../source-database'
import { moveSessions } from './move-sessions'
import { sessionReportSentence } from './session-report'
import { readSessionsFromDatabase } from './sessions-in-database'
import { readSessionFromFolder } from './sessions-in-folder'
import type { StoredSessions } from './stored-session'
import { watchSessions } from './watch-sessions'

/** The time between two reads of the source. In this time an old server that still runs would change keys. */
const betweenLooksMs = 15_000
const watchedMs = 300_000

/** `npm run move-in -- sessions`: moves the sessions of linked numbers, watches them, and reports their states. */
export async function runSessionMove(
  { from, name }: MoveInCommand,
  { folder, isOldServerStopped }: NonNullable<MoveInCommand['sessions']>,
  signal: AbortSignal,
): Promise<void> {
  const config = loadConfig(process.env)
  const { workplace, close } = await openInstallationForAdmin(config, createLog({ level: 'fatal' }))
  const wait = async (milliseconds: number) => {
    signal.throwIfAborted()
    await pause(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
  try {
    const results = await moveSessions({
      workplace,
      dataKeys: loadSecrets(config.dataFolder, process.env).dataKeys,
      isOldServerStopped,
      read: () =>
        folder === null
          ? readDatabase(workplace, name, from ?? '')
          : readSessionFromFolder(workplace, folder.path, folder.connectionId as ConnectionId), // parsed digits
      async pause() {
        printLine(`Looking for ${betweenLooksMs / 1_000} seconds whether the old server writes …`)
        await wait(betweenLooksMs)
      },
    })
    const moved = results.flatMap(({ outcome, ...one }) =>
      'newestMessage' in outcome ? { ...one, ...outcome } : [],
    )
    if (moved.length > 0) printLine('Watching the numbers in their first minutes …')
    const parts = { workplace, pause: wait, now: () => systemClock.now() }
    const news = await watchSessions(parts, moved, watchedMs)
    for (const result of results)
      printLine(sessionReportSentence({ ...result, news: news.get(result.connectionId) ?? null }))
  } finally {
    await close()
  }
}

/** A new snapshot for each read, so that two reads show what has changed. */
async function readDatabase(workplace: Workplace, name: string, url: string): Promise<StoredSessions> {
  const source = await openSourceDatabase(url)
  try {
    return await readSessionsFromDatabase({ workplace, name, source, product: detectProduct(source) })
  } finally {
    await source.close()
  }
}
