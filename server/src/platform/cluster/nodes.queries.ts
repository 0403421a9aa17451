import { type NoParams, statement } from '../database/statement'
import type { NodeRole } from './node'

/** Inserts a node and takes its lock in one statement, because other nodes count a node without its lock as dead. */
export const addNode = statement<
  { roles: readonly NodeRole[]; address: string | null; version: string; at: Date },
  { id: number }
>(
  'nodes.add',
  `
  with added as (
    insert into nodes (roles, address, version, joined_at) values (:roles, :address, :version, :at) returning id
  )
  select id, pg_advisory_lock(7205, id) from added
  `,
)

export const removeNode = statement<{ nodeId: number }>(
  'nodes.remove',
  'delete from nodes where id = :nodeId',
)

export interface NodeRow {
  readonly id: number
  readonly roles: readonly NodeRole[]
  readonly address: string | null
  readonly is_draining: boolean
  readonly is_alive: boolean
}

/** All nodes. A row with `is_alive` false belongs to a killed process. */
export const allNodes = statement<NoParams, NodeRow>(
  'nodes.all',
  `
  select n.id, n.roles, n.address, n.is_draining, n.id in (select id from living_nodes) as is_alive
  from nodes n
  order by n.id
  `,
)

export const markNodeDraining = statement<{ nodeId: number }>(
  'nodes.markDraining',
  'update nodes set is_draining = true where id = :nodeId',
)

export const addJobPoolToNode = statement<{ nodeId: number; poolId: string }>(
  'nodes.addJobPool',
  'update nodes set job_pools = job_pools || :poolId::text where id = :nodeId',
)

export const tryPeriodicTaskLock = statement<NoParams, { won: boolean }>(
  'nodes.tryPeriodicTaskLock',
  'select pg_try_advisory_lock(7206, 0) as won',
)

/**
 * Deletes the rows of dead nodes and releases their jobs. Several nodes may run it at once. The job tables belong to
 * graphile-worker (0.17), which stores the id of the worker pool that holds a job.
 */
export const deleteDeadNodesAndReleaseJobs = statement<NoParams>(
  'nodes.removeDead',
  `
  with living as materialized (
    select id, job_pools from living_nodes
  ), dead as (
    delete from nodes where id not in (select id from living)
  )
  select graphile_worker.force_unlock_workers(array(
    select held.locked_by
    from (
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union
      select locked_by from graphile_worker._private_job_queues where locked_by is not null
    ) held
    where held.locked_by not in (select unnest(job_pools) from living)
  ))
  `,
)
