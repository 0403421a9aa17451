import { userEmailsAfter } from '../../features/users/users.queries'
import type { CellDirectory } from '../../platform/cells/directory'
import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, repeatTask } from '../repeat-task'

export interface ReconcileDependencies {
  readonly workplace: Workplace
  readonly cells: CellDirectory
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

const emailsAtOnce = 1_000
const pauses = { firstMs: 10_000, everyMs: 86_400_000 }

/** Reconciles the directory of all cells with this cell's accounts, soon after the start and then daily. */
export function startEmailReconciliation(parts: ReconcileDependencies): RepeatedTask {
  return repeatTask(
    parts,
    pauses,
    () => reconcileEmails(parts),
    'the directory of the cells was not reconciled',
  )
}

export async function reconcileEmails({
  workplace,
  cells,
  log,
}: Omit<ReconcileDependencies, 'clock'>): Promise<void> {
  const elsewhere = await cells.reconcile(pagesOfEmails(workplace))
  if (elsewhere > 0)
    log.warn({ count: elsewhere }, 'accounts of this cell have e-mails that sign in to another')
}

async function* pagesOfEmails(workplace: Workplace): AsyncGenerator<readonly string[]> {
  let after = ''
  for (;;) {
    const rows = await workplace.withPlatform('reconcile the directory', ({ db }) =>
      db.rows(userEmailsAfter, { after, limit: emailsAtOnce }),
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ email }) => email)
    after = last.email
  }
}
