import type { ConnectionId } from '@balcao/domain/ids'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import { Refusal } from '../../platform/refusal'
import type { CompanyWork, Workplace } from '../../platform/work'
import { officialNumbersToCheck } from './official-numbers.queries'
import { checkStoredOfficialNumber, type OfficialNumberSetUpDependencies } from './set-up'

const task = 'officialNumbers.check'

/** Enqueues a check of the number's state at Meta. The job key replaces a waiting check of the number. */
export function enqueueOfficialNumberCheck(
  { enqueue, companyId }: Pick<CompanyWork, 'enqueue' | 'companyId'>,
  connectionId: ConnectionId,
): void {
  enqueue({ task, payload: { connectionId }, key: `${companyId}:${task}:${connectionId}` })
}

export function checkOfficialNumberJob(parts: Omit<OfficialNumberSetUpDependencies, 'workplace'>): JobKind {
  return jobKind({
    task,
    payload: z.object({
      connectionId: z.number().int() as unknown as z.ZodType<ConnectionId>, // branded on the way in
    }),
    async carryOut(company, { connectionId }) {
      await checkStoredOfficialNumber(parts, company, connectionId).catch((error: unknown) => {
        // A refusal means that the connection was deleted or lost its secrets after this job was enqueued: nothing to
        // check.
        if (!(error instanceof Refusal)) throw error
      })
    },
  })
}

/** An hour between checks, because quality, limit and token of a number may change without a webhook. */
const checkedForMs = 3_600_000
const checksAtOnce = 200

export async function enqueueDueNumberChecks(workplace: Workplace): Promise<number> {
  const due = await workplace.withPlatform('official numbers due', ({ db, now }) =>
    db.rows(officialNumbersToCheck, { before: new Date(now.getTime() - checkedForMs), limit: checksAtOnce }),
  )
  for (const { company_id: companyId, connection_id: connectionId } of due) {
    await workplace.withCompany({ kind: 'system', name: 'official numbers', companyId }, async (work) =>
      enqueueOfficialNumberCheck(work, connectionId),
    )
  }
  return due.length
}
