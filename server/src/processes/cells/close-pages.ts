import type { Workplace } from '../../platform/work'
import type { SubscriberRegistry } from '../../realtime/subscriber-registry'
import { type RepeatedTask, type RepetitionDependencies, repeatTask } from '../repeat-task'
import { companiesOfOtherCells } from './moved-companies.queries'

interface PagesDependencies {
  readonly workplace: Workplace
  readonly subscribers: Pick<SubscriberRegistry, 'ofCompany'>
}

const pauses = { firstMs: 2_000, everyMs: 2_000 }

/** Closes web sockets of companies that moved to another installation (cell), to which their pages then connect. */
export function startClosingSocketsOfMovedCompanies(
  parts: PagesDependencies & RepetitionDependencies,
): RepeatedTask {
  return repeatTask(parts, pauses, 'pages of moved companies could not be closed', () =>
    closeSocketsOfMovedCompanies(parts),
  )
}

export async function closeSocketsOfMovedCompanies(parts: PagesDependencies): Promise<void> {
  const { workplace, subscribers } = parts
  const moved = await workplace.withPlatform('pages of moved companies', ({ db }) =>
    db.rows(companiesOfOtherCells),
  )
  for (const { company } of moved)
    for (const subscriber of [...subscribers.ofCompany(company)]) subscriber.close()
}
