import type { CompanyId } from '@balcao/domain/ids'
import type { Lease } from '../../features/connections/leases'
import type { CompanyWork, Workplace } from '../../platform/work'

/** Runs a function in a transaction that others share. It may run twice, so it must change only the database. */
export type RunInSharedTransaction = <T>(lease: Lease, does: (work: CompanyWork) => Promise<T>) => Promise<T>

/** The most functions in one transaction, so that it stays short. */
const actsAtOnce = 16

interface WaitingAct {
  readonly lease: Lease
  run(work: CompanyWork): Promise<() => void>
  fail(error: unknown): void
}

/**
 * Returns a runner that commits several functions of a company together: those that wait while a transaction
 * runs share the next one, so that a message costs only a part of a commit (docs/decisions/0029). When a shared
 * transaction fails, each of its functions runs alone.
 */
export function createSharedTransactionRunner(workplace: Workplace): RunInSharedTransaction {
  const lines = new Map<CompanyId, WaitingAct[]>()

  async function runLine(companyId: CompanyId, waiting: WaitingAct[]): Promise<void> {
    while (waiting.length > 0) {
      const acts = waiting.splice(0, actsAtOnce)
      // The renewal of leases locks the rows in the same order, which prevents deadlocks.
      acts.sort((one, other) => one.lease.connectionId - other.lease.connectionId)
      try {
        await runTogether(companyId, acts)
      } catch (error) {
        if (acts.length === 1) acts[0]?.fail(error)
        else for (const act of acts) await runTogether(companyId, [act]).catch(act.fail)
      }
    }
    lines.delete(companyId)
  }

  async function runTogether(companyId: CompanyId, acts: readonly WaitingAct[]): Promise<void> {
    const actor = { kind: 'system', name: 'sessions', companyId } as const
    const succeed = await workplace.withCompany(actor, (work) =>
      Promise.all(acts.map((act) => act.run(work))),
    )
    for (const tell of succeed) tell()
  }

  return (lease, does) =>
    new Promise((resolve, fail) => {
      const { companyId } = lease
      const act: WaitingAct = {
        lease,
        async run(work) {
          const result = await does(work)
          return () => resolve(result)
        },
        fail,
      }
      const waiting = lines.get(companyId)
      if (waiting !== undefined) {
        waiting.push(act)
        return
      }
      const line = [act]
      lines.set(companyId, line)
      void runLine(companyId, line)
    })
}
