import type { CompanyId } from '@balcao/domain/ids'
import type { PoolClient } from 'pg'
import type { CompanyDb } from './db'
import type { Given, Params, Statement } from './statement'
import type { GroupStep } from './statement-group'
import { dbOn, statementQueueOn } from './statement-queue'

/** The queries of a read on one connection. */
export interface Reading {
  readonly db: CompanyDb
  /** Resolves when no query is pending. */
  end(): Promise<unknown>
}

/** Sends all queries of one tick together, as one read-only transaction. */
export function readDbOn(client: PoolClient, companyId: CompanyId): Reading {
  const queue = statementQueueOn(client, () => [lookInto(companyId)])
  return {
    end: queue.end,
    db: {
      ...dbOn(queue, 'company', () => false),
      async run<P extends Params, R>({ name }: Statement<P, R>, ..._given: Given<P>) {
        throw new Error(`${name}: a read writes nothing`)
      },
    },
  }
}

/**
 * Sets the company, the read-only mode and generic plans until the end of the group. Planning each call would cost
 * more than most reads.
 */
function lookInto(companyId: CompanyId): GroupStep {
  return {
    name: 'platform.lookInto',
    text: `select set_config('app.company_id', $1, true), set_config('transaction_read_only', 'on', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`,
    values: [String(companyId)],
  }
}
