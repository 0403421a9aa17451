import type { CompanyId } from '@balcao/domain/ids'
import { scheduleOfflineTimeoutMs } from '@balcao/domain/schedules'
import { dueSchedules, stuckSchedules } from '../../features/schedules/schedules.queries'
import { failStuckSchedule, sendSchedule } from '../../features/schedules/send-schedule'
import type { FileStore } from '../../platform/files/file-store'
import type { CompanyJobContext } from '../../platform/jobs'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, type RepetitionDependencies, repeatTask } from '../repeat-task'

export interface SchedulesDependencies extends RepetitionDependencies {
  readonly workplace: Workplace
  readonly store: FileStore
}

/** How often due schedules are looked for, as SCHED-12 requires. */
const pauses = { firstMs: 5_000, everyMs: 5_000 }
const atOnce = 100

/** Sends due schedules, also those that became due while no process ran. Schedules that cannot be sent fail. */
export async function sendDueSchedules(
  { workplace, store, log }: Omit<SchedulesDependencies, 'clock'>,
  stopping?: AbortSignal,
): Promise<void> {
  const due = await workplace.withPlatform('schedules that are due', ({ db, now }) =>
    db.rows(dueSchedules, { now, limit: atOnce }),
  )
  for (const { company_id: companyId, id } of due) {
    if (stopping?.aborted) return
    await sendSchedule(companyContext(workplace, companyId), id, store).catch((err) =>
      log.warn({ err, companyId, scheduleId: id }, 'a schedule could not be sent'),
    )
  }
  await failStuckSchedules({ workplace, log }, stopping)
}

async function failStuckSchedules(
  { workplace, log }: Pick<SchedulesDependencies, 'workplace' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  const stuck = await workplace.withPlatform('schedules that can not leave', ({ db, now }) =>
    db.rows(stuckSchedules, {
      offlineSince: new Date(now.getTime() - scheduleOfflineTimeoutMs),
      limit: atOnce,
    }),
  )
  for (const { company_id: companyId, id } of stuck) {
    if (stopping?.aborted) return
    await companyContext(workplace, companyId)
      .act((work) => failStuckSchedule(work, id))
      .catch((err) => log.warn({ err, companyId, scheduleId: id }, 'a schedule could not be failed'))
  }
}

function companyContext(
  workplace: Workplace,
  companyId: CompanyId,
): Pick<CompanyJobContext, 'companyId' | 'act'> {
  return {
    companyId,
    act: (act) => workplace.withCompany({ kind: 'system', name: 'schedules', companyId }, act),
  }
}

export function startSendingDueSchedules(parts: SchedulesDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'due schedules could not be looked for', (stopping) =>
    sendDueSchedules(parts, stopping),
  )
}
