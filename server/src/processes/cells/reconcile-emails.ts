import { userEmailsPage } from '../../features/users/users.queries'
import type { CellDirectory } from '../../platform/cells/directory'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, type RepetitionDependencies, repeatTask } from '../repeat-task'

export interface ReconcileDependencies extends RepetitionDependencies {
  readonly workplace: Workplace
  readonly cells: CellDirectory
}

const emailsAtOnce = 1_000
const pauses = { firstMs: 10_000, everyMs: 86_400_000 }

/**
 * The directory says on which cell (an installation in a group) an e-mail signs in. This task corrects the
 * entries of this cell's e-mails after the start and then daily.
 */
export function startEmailReconciliation(parts: ReconcileDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'the directory of the cells was not reconciled', () =>
    reconcileEmailsWithCellDirectory(parts),
  )
}

export async function reconcileEmailsWithCellDirectory(
  parts: Omit<ReconcileDependencies, 'clock'>,
): Promise<void> {
  const elsewhere = await parts.cells.reconcile(pagesOfEmails(parts.workplace))
  if (elsewhere > 0)
    parts.log.warn({ count: elsewhere }, 'accounts of this cell have e-mails that sign in to another')
}

async function* pagesOfEmails(workplace: Workplace): AsyncGenerator<readonly string[]> {
  let after = ''
  for (;;) {
    const rows = await workplace.withPlatform('reconcile the directory', ({ db }) =>
      db.rows(userEmailsPage, { after, limit: emailsAtOnce }),
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ email }) => email)
    after = last.email
  }
}
