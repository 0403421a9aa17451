import type { CompanyId } from '@balcao/domain/ids'
import type { PoolClient } from 'pg'
import type { CompanyDb } from './db'
import { type Given, type Params, type Statement, valuesOf } from './statement'
import { type GroupStep, StatementGroup } from './statement-group'

/** The queries of a read on one connection. */
export interface Reading {
  readonly db: CompanyDb
  /** Resolves when no query is pending. True: a statement failed, and the connection must not be reused. */
  isBroken(): Promise<boolean>
}

interface Asked {
  readonly step: GroupStep
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** Sends all queries of one tick together, as one read-only transaction. */
export function readDbOn(client: PoolClient, companyId: CompanyId): Reading {
  let asked: Asked[] = []
  let asking: Promise<void> | undefined
  let isBroken = false

  async function askAll(): Promise<void> {
    await undefined // queries of the same tick are sent together
    while (asked.length > 0) {
      const together = asked
      asked = []
      const group = new StatementGroup([lookInto(companyId), ...together.map(({ step }) => step)])
      client.query(group)
      try {
        const [, ...answers] = await group.rows
        for (const [at, { resolve }] of together.entries()) resolve(answers[at] ?? [])
      } catch (error) {
        isBroken = true
        for (const { reject } of together) reject(error)
      }
    }
    asking = undefined
  }

  function rows<P extends Params, R>(statement: Statement<P, R>, params?: P): Promise<R[]> {
    return new Promise((resolve, reject) => {
      const { name, text } = statement
      asked.push({
        step: { name, text, values: valuesOf(statement, params) },
        resolve: (found) => resolve(found as R[]), // the statement's type, which its tests check
        reject,
      })
      asking ??= askAll()
    })
  }

  return {
    async isBroken() {
      await asking
      return isBroken
    },
    db: {
      scope: 'company',
      rows,
      row: async (statement, ...[params]) => (await rows(statement, params))[0] ?? null,
      async one(statement, ...[params]) {
        const [row, ...others] = await rows(statement, params)
        if (row === undefined || others.length > 0) throw new Error(`${statement.name}: one row expected`)
        return row
      },
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
