import { auditRetentionMonths } from '@balcao/domain/audit'
import { optOutWindowMs } from '@balcao/domain/campaigns'
import { hasStorageSpaceAgain } from '@balcao/domain/storage'
import { purgeAuditEntries } from '../../features/audit/audit.queries'
import { purgePastRecipients } from '../../features/campaigns/campaign-writings.queries'
import { purgeImports } from '../../features/contact-imports/contact-imports.queries'
import { enqueueMediaFetch } from '../../features/messages/media/order-media'
import { enqueueDueNumberChecks } from '../../features/official-numbers/check-numbers'
import { storageLimit } from '../../features/storage/storage.read'
import type { Clock } from '../../platform/clock'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, repeatTask } from '../repeat-task'
import { clearExpiredTickets } from './clear-expired-tickets'
import { messagesWithMediaRefusedForSpace } from './messages-without-room.queries'
import { type CompanyPurgeDependencies, purgeDeletedCompanies } from './purge-companies'
import { purgeProcessedQueueRows } from './purge-queues'
import { deleteUnreferencedFiles, type FileSweepDependencies } from './sweep-files'

/** At most this many downloads of media that was refused for lack of storage are queued per company and run. */
const mediaAtOnce = 50

const dayMs = 86_400_000
const reportRetentionMs = 30 * dayMs
const previewRetentionMs = dayMs
/** Deleting an import cascades to up to a hundred thousand rows, so a batch has few imports. */
const importsAtOnce = 10

const rowsAtOnce = 5_000

/** Deletes the records of whom campaigns wrote to, once a reply is too late to opt out (docs/features/campaigns.md). */
async function purgeOldWritings(workplace: Workplace, stopping?: AbortSignal): Promise<void> {
  await purgeInBatches(rowsAtOnce, stopping, () =>
    workplace.withPlatform('campaign sweep', ({ db, now }) =>
      db.rows(purgePastRecipients, { before: new Date(now.getTime() - optOutWindowMs), limit: rowsAtOnce }),
    ),
  )
}

async function purgeInBatches(
  batchSize: number,
  stopping: AbortSignal | undefined,
  purge: () => Promise<readonly unknown[]>,
): Promise<void> {
  let isLast = false
  while (!isLast && !stopping?.aborted) isLast = (await purge()).length < batchSize
}

export interface HousekeepingDependencies extends FileSweepDependencies, CompanyPurgeDependencies {
  readonly store: FileSweepDependencies['store'] &
    CompanyPurgeDependencies['store'] &
    Pick<FileStore, 'usedBytes'>
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** The first run is soon after the start, so that an installation that restarts daily is cleaned too. */
const pauses = { firstMs: 60_000, everyMs: 3_600_000 }

export function startHousekeeping(parts: HousekeepingDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'housekeeping failed', (stopping) => runChores(parts, stopping))
}

/** Runs all chores, one after the other. A failed chore is logged and does not stop the others. */
async function runChores(parts: HousekeepingDependencies, stopping?: AbortSignal): Promise<void> {
  const { workplace, clock, log } = parts
  const chores: readonly (readonly [chore: () => Promise<unknown>, failure: string])[] = [
    [() => purgeProcessedQueueRows(workplace, stopping), 'the queues could not be purged'],
    [() => purgeExpiredAuditEntries(workplace), 'the audit trail could not be purged'],
    [() => purgeOldImports(workplace, stopping), 'old imports could not be deleted'],
    [() => purgeOldWritings(workplace, stopping), 'old outcomes of campaigns could not be deleted'],
    [() => purgeDeletedCompanies(parts, clock.now()), 'companies could not be deleted'],
    [() => clearExpiredTickets(workplace, stopping), 'texts of old conversations could not be deleted'],
    [() => deleteUnreferencedFiles(parts, clock.now()), 'files could not be swept'],
    [() => fetchMediaRefusedForSpace(workplace, parts.store), 'media without room could not be ordered'],
    [() => enqueueDueNumberChecks(workplace), 'checks of official numbers could not be ordered'],
  ]
  for (const [chore, failure] of chores) {
    if (stopping?.aborted) return
    await chore().catch((err) => log.warn({ err }, failure))
  }
}

/** Deletes audit entries after the retention time (docs/features/audit.md). */
export async function purgeExpiredAuditEntries(workplace: Workplace): Promise<void> {
  await workplace.withPlatform('audit sweep', async ({ db, now }) => {
    const oldest = new Date(now)
    oldest.setUTCMonth(oldest.getUTCMonth() - auditRetentionMonths)
    await db.run(purgeAuditEntries, { before: oldest, limit: rowsAtOnce })
  })
}

/** Deletes reports of imports after a month, and abandoned previews after a day. */
export async function purgeOldImports(workplace: Workplace, stopping?: AbortSignal): Promise<void> {
  await purgeInBatches(importsAtOnce, stopping, () =>
    workplace.withPlatform('import sweep', ({ db, now }) => {
      const before = (keptMs: number) => new Date(now.getTime() - keptMs)
      const kept = { reportsBefore: before(reportRetentionMs), previewsBefore: before(previewRetentionMs) }
      return db.rows(purgeImports, { ...kept, limit: importsAtOnce })
    }),
  )
}

/** Once the company's storage has space again, downloads the media that was refused, newest first. */
export async function fetchMediaRefusedForSpace(
  workplace: Workplace,
  store: Pick<FileStore, 'usedBytes'>,
): Promise<void> {
  const waiting = await workplace.withPlatform('media without room', ({ db }) =>
    db.rows(messagesWithMediaRefusedForSpace, { most: mediaAtOnce }),
  )
  for (const { company_id: companyId, message_ids: ids } of waiting) {
    const usedBytes = await store.usedBytes(companyId)
    await workplace.withCompany({ kind: 'system', name: 'storage', companyId }, async (work) => {
      if (!hasStorageSpaceAgain({ usedBytes, limitBytes: await storageLimit(work) })) return
      for (const id of ids) enqueueMediaFetch(work, id)
    })
  }
}
