import pg from 'pg'
import {
  type Params,
  parameterValuesOf,
  type Statement,
  type StatementArguments,
} from '../../../platform/database/statement'
import { makeBareCompanies } from '../../../platform/testing/bare-companies'
import { tableRows } from '../../../platform/testing/table-rows'
import { createTestDatabase } from '../../../platform/testing/test-database'
import { compactClosedTicketDeltas } from '../lists/ticket-lists.queries'

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * An empty, a small and a big company. PostgreSQL reuses the plan of a prepared statement for all companies. A database
 * connection that first served an empty company must not serve a big one with a plan for empty tables (measured: 27 ms
 * instead of 0.7 ms).
 */
export interface PlannedCompanies {
  /** The plan's nodes for the big company, on a database connection that served the other companies first. */
  planOfBigOne<P extends Params>(
    statement: Statement<P, unknown>,
    ...params: StatementArguments<P>
  ): Promise<PlanNode[]>
  /** The number of tickets that row security shows to the big company. */
  ticketsSeenByBigOne(): Promise<number>
  close(): Promise<void>
}

const [empty, small, big] = [1, 2, 3]

export async function openPlannedCompanies(): Promise<PlannedCompanies> {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  const app = new pg.Client({ connectionString: database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  await makeBareCompanies(owner, ['Vazia', 'Pequena', 'Grande'])
  await fill(owner, small, 20)
  await fill(owner, big, 20_000)
  await owner.query(compactClosedTicketDeltas.text)
  // Plans would otherwise depend on whether autovacuum has run yet.
  await owner.query('vacuum analyze')

  async function inCompany<T>(company: number, act: () => Promise<T>): Promise<T> {
    await app.query(`begin; select set_config('app.company_id', '${company}', true)`)
    return act().finally(() => app.query('commit'))
  }

  return {
    async planOfBigOne(statement, ...[params]) {
      const { name, text } = statement
      const values = parameterValuesOf(statement, params)
      // PostgreSQL settles on a generic plan, or on none, after five calls.
      for (const company of [empty, empty, empty, small, small, small]) {
        await inCompany(company, () => app.query({ name, text, values }))
      }
      const literals = values.map(literalOf).join(', ')
      const { rows } = await inCompany(big, () =>
        app.query(`explain (format json) execute ${pg.escapeIdentifier(name)} (${literals})`),
      )
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    },
    ticketsSeenByBigOne: () => inCompany(big, () => tableRows(app, 'tickets').count()),
    async close() {
      await Promise.all([owner.end(), app.end()])
      await database.drop()
    },
  }
}

/** One ticket with two messages for each of `count` contacts. Every hundredth ticket is pending, the others are closed. */
async function fill(owner: pg.Client, companyId: number, count: number): Promise<void> {
  await owner.query(`
    insert into contacts (company_id, uuid, name, name_source, created_at, updated_at)
    select ${companyId}, gen_random_uuid(), 'Cliente ' || n, 'push', now(), now() from generate_series(1, ${count}) n`)
  // The next insert checks foreign keys with cached plans, which need the new size of the table.
  await owner.query('analyze contacts')
  await owner.query(`
    insert into tickets (company_id, uuid, contact_id, status, is_group, created_at, last_at)
    select company_id, gen_random_uuid(), id, case when id % 100 = 0 then 'pending' else 'closed' end, false,
      now(), now() - id * interval '10 minutes'
    from contacts where company_id = ${companyId}`)
  await owner.query('analyze tickets')
  await owner.query(`
    insert into messages (company_id, ticket_id, contact_id, whatsapp_id, body, from_me, is_read, created_at, updated_at)
    select t.company_id, t.id, t.contact_id, 'w' || t.id || n, 'Oi', false, true, now(), now()
    from tickets t, generate_series(1, 2) n where t.company_id = ${companyId}`)
}

function literalOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `array[${value.join(',')}]::int[]`
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value)
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
