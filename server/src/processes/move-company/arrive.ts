import type { CellDatabase } from './cell-database'
import type { CompanyMoveContext } from './check-move'
import { setMoveState } from './company-gate'
import { replicationName } from './copy-company'

interface CompanyJob {
  readonly identifier: string
  readonly payload: unknown
  readonly queue: string | null
  readonly run_at: string
  readonly max_attempts: number
  readonly key: string | null
  readonly priority: number
}

/**
 * The new cell connects the company's numbers after this pause. The old cell's processes end their sessions
 * within five seconds (`ConnectionSessions`).
 */
const numbersRestMs = 6_000

/** Reads the company's jobs that have not failed for good. Running ones start again in the new cell. */
export async function jobsOfCompany(from: CellDatabase, company: number): Promise<readonly CompanyJob[]> {
  return from.rows<CompanyJob & object>(
    `select t.identifier, j.payload, q.queue_name as queue, j.run_at::text, j.max_attempts, j.key, j.priority
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.flags ? $1 and j.attempts < j.max_attempts
     order by j.id`,
    [flagOf(company)],
  )
}

export async function deleteJobsOfCompany(from: CellDatabase, company: number): Promise<void> {
  await from.run('delete from graphile_worker._private_jobs where flags ? $1', [flagOf(company)])
  await from.run('delete from waiting_jobs where company = $1', [company])
}

/** Activates the company in the new cell in one transaction. `plans` maps the old cell's plan ids to the new. */
export async function activateCompanyInNewCell(
  { to, company, tables }: CompanyMoveContext,
  jobs: readonly CompanyJob[],
  plans: ReadonlyMap<number, number>,
): Promise<void> {
  await to.together(async () => {
    await to.run('lock table company_moves in share row exclusive mode')
    await to.run(`alter subscription ${replicationName(company)} disable`)
    await usePlans({ to, company, tables }, plans)
    await raiseSequences({ to, company, tables })
    // Writes a lease in the old cell's name, so this cell connects the numbers only after the old cell has
    // disconnected them.
    await to.run(
      `update connection_leases set holder = 'another cell', expires_at = now() + $2::int * interval '1 ms'
       where company_id = $1`,
      [company, numbersRestMs],
    )
    await addJobs(to, company, jobs)
    await setMoveState(to, company, null)
  })
}

async function usePlans(
  { to, company, tables }: Omit<CompanyMoveContext, 'from'>,
  plans: ReadonlyMap<number, number>,
): Promise<void> {
  for (const { name, key, planColumns } of tables)
    for (const column of planColumns)
      await to.run(
        `update ${name} set ${column} = p.there from unnest($2::int[], $3::int[]) as p (here, there)
         where ${key} = $1 and ${column} = p.here and p.here <> p.there`,
        [company, [...plans.keys()], [...plans.values()]],
      )
}

/**
 * Raises the new cell's sequences above the ids of the company's rows, with a reserve for ids that other
 * companies take meanwhile. Never lowers a sequence. Ignores an id above a sequence's limit: another cell gave
 * it.
 */
export async function raiseSequences(move: Omit<CompanyMoveContext, 'from'>): Promise<void> {
  const { to, company, tables } = move
  const lifts = tables.flatMap(({ name, key, identity }) =>
    identity === null
      ? []
      : [
          `select case when top.id >= s.last_value and top.id <= q.seqmax
             then setval(s.name, least(top.id + 10000, q.seqmax)) end
           from (select max(${identity}) as id from ${name} where ${key} = ${company}) as top,
             (select pg_get_serial_sequence('${name}', '${identity}')::regclass as name) as n,
             lateral (select n.name, pg_sequence_last_value(n.name) as last) as l,
             lateral (select n.name, coalesce(l.last, 0) as last_value) as s join pg_sequence q on q.seqrelid = s.name`,
        ],
  )
  await to.prepared('lifts', lifts.join(' union all '))
}

async function addJobs(to: CellDatabase, company: number, jobs: readonly CompanyJob[]): Promise<void> {
  await to.run(
    `with orders as (
       select * from jsonb_to_recordset($1::jsonb) as o (identifier text, payload json, queue text, run_at timestamptz,
         max_attempts int, key text, priority int)
     ), added as (
       select j.id, o.identifier
       from orders o, lateral graphile_worker.add_job(o.identifier, o.payload, o.queue, o.run_at, o.max_attempts, o.key,
         o.priority, array[$3]) as j
     )
     insert into waiting_jobs (job_id, company, task) select id, $2, identifier from added
     on conflict (job_id) do nothing`,
    [JSON.stringify(jobs.map((job) => ({ ...job, key: keyOf(company, job.key) }))), company, flagOf(company)],
  )
}

const flagOf = (company: number) => `company ${company}`

/** Returns the job's key as `enqueue_job` writes it. Keys of older jobs lack the company's id, which is added. */
function keyOf(company: number, key: string | null): string | null {
  const prefix = `${flagOf(company)} `
  return key === null || key.startsWith(prefix) ? key : prefix + key
}

/** Finds or creates the company's plans in the new cell by name. Maps the old cell's plan ids to the new. */
export async function findOrCreatePlanIds(move: CompanyMoveContext): Promise<ReadonlyMap<number, number>> {
  const { from, to, company, tables } = move
  const used = tables.flatMap(({ name, key, planColumns }) =>
    planColumns.map((column) => `select ${column} from ${name} where ${key} = ${company}`),
  )
  const plans = await from.rows<{ id: number; name: string; plan: unknown }>(
    `select id, name, to_jsonb(p) as plan from plans p where id in (${used.join(' union ')}) order by id`,
  )
  const { columns } = await to.one<{ columns: string }>(
    `select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'plans'::regclass and attnum > 0 and not attisdropped and attidentity = ''`,
  )
  const insertPlan = `insert into plans (${columns})
    select ${columns} from jsonb_populate_record(null::plans, $1::jsonb) returning id`
  const there = new Map<number, number>()
  for (const { id, name, plan } of plans) {
    const sameName = 'select id from plans where lower(name) = lower($1)'
    const [known] = await to.rows<{ id: number }>(sameName, [name])
    there.set(id, (known ?? (await to.one<{ id: number }>(insertPlan, [plan]))).id)
  }
  return there
}
