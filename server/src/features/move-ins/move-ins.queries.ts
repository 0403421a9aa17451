import type { MoveInDecisions, MoveInProgress, MoveInScanResult } from '@balcao/contract/move-ins'
import type { CompanyId, MoveInId } from '@balcao/domain/ids'
import type { MoveInAction, MoveInFailure, MoveInState } from '@balcao/domain/move-ins'
import { type NoParams, statement } from '../../platform/database/statement'
import type { MovedRowSkipReason } from './skip-reasons'

export interface MoveInRow {
  product: 'whaticket' | 'chatwoot' | null
  state: MoveInState
  /** The creation times of the source's companies, by id. Later runs compare them to detect another source. */
  source: Readonly<Record<string, string>> | null
  switched_at: Date | null
}

/** Begins a scan (look) or an import (move). Keeps a stored source; a scan keeps the state of an import under way. */
export const beginMoveIn = statement<
  { name: string; product: 'whaticket' | 'chatwoot'; state: MoveInState; source: string; at: Date },
  MoveInRow & { product: 'whaticket' | 'chatwoot' }
>(
  'moveIns.open',
  `
  insert into move_ins as m (name, product, state, source, started_at) values (:name, :product, :state, :source, :at)
  on conflict (name) do update
  set state = case when excluded.state = 'looked' and m.state <> 'new' then m.state else excluded.state end,
    product = coalesce(m.product, excluded.product), source = coalesce(m.source, excluded.source),
    started_at = excluded.started_at
  returning product, state, source, switched_at
  `,
)

/** Stores the state of an import. The cutover also deletes the source's address and the pending request. */
export const saveMoveInState = statement<{ name: string; state: MoveInState; at: Date }>(
  'moveIns.end',
  `
  update move_ins
  set state = :state, switched_at = case when :state::text = 'switched' then :at::timestamptz else switched_at end,
    address = case when :state::text = 'switched' then null else address end,
    ordered = case when :state::text = 'switched' then null else ordered end,
    is_stopping = is_stopping and :state::text <> 'switched',
    failure = case when :state::text in ('done', 'switched') then null else failure end,
    look = case when :state::text = 'switched' then null else look end,
    mapping = case when :state::text = 'switched' then null else mapping end
  where name = :name
  `,
)

export const moveInByName = statement<{ name: string }, MoveInRow>(
  'moveIns.byName',
  'select product, state, source, switched_at from move_ins where name = :name',
)

export interface ManagedMoveInRow {
  id: MoveInId
  name: string
  product: 'whaticket' | 'chatwoot' | null
  state: MoveInState
  ordered: MoveInAction | null
  is_stopping: boolean
  has_address: boolean
  folder: string | null
  failure: MoveInFailure | null
  progress: MoveInProgress | null
  look: MoveInScanResult | null
  mapping: MoveInDecisions | null
  companies: number
  /** The names of imported companies that the cutover left inactive. */
  closed: string[]
  started_at: Date
  switched_at: Date | null
}

const managedColumns = `m.id, m.name, m.product, m.state, m.ordered, m.is_stopping, m.address is not null as has_address, m.folder,
    m.failure, m.progress, m.look, m.mapping, m.started_at, m.switched_at,
    (select count(*)::int from move_in_companies c where c.move_in = m.name) as companies,
    array(
      select c.name from move_in_companies i join companies c on c.id = i.company_id
      where i.move_in = m.name and m.switched_at is not null and (i.was_active is not true or c.delete_at is not null)
      order by c.id
    ) as closed`

export const moveInsForPlatformOwner = statement<NoParams, ManagedMoveInRow>(
  'moveIns.managed',
  `select ${managedColumns} from move_ins m order by m.id desc`,
)

export const lockMoveIn = statement<{ id: MoveInId }, ManagedMoveInRow>(
  'moveIns.lock',
  `select ${managedColumns} from move_ins m where m.id = :id for update of m`,
)

export const moveInById = statement<{ id: MoveInId }, { id: MoveInId }>(
  'moveIns.byId',
  'select id from move_ins where id = :id',
)

export const companiesInMoveInReport = statement<{ id: MoveInId }, { company_id: CompanyId; name: string }>(
  'moveIns.reportedCompanies',
  `
  select i.company_id, c.name
  from move_ins m
  join move_in_companies i on i.move_in = m.name
  join companies c on c.id = i.company_id
  where m.id = :id order by i.company_id
  `,
)

/** Inserts an import (move). No row: the name is taken. */
export const insertMoveIn = statement<
  { name: string; address: string; folder: string | null; at: Date },
  { id: MoveInId }
>(
  'moveIns.insert',
  `
  insert into move_ins (name, state, address, folder, ordered, started_at)
  values (:name, 'new', :address, :folder, 'look', :at)
  on conflict (name) do nothing
  returning id
  `,
)

export const saveMoveInSource = statement<{ id: MoveInId; address: string; folder: string | null }>(
  'moveIns.saveSource',
  `
  update move_ins set address = :address, folder = :folder, ordered = 'look', failure = null, progress = null where id = :id
  `,
)

export const saveRequestedMoveInAction = statement<{
  id: MoveInId
  ordered: MoveInAction
  mapping: string | null
}>(
  'moveIns.saveOrder',
  `
  update move_ins
  set ordered = :ordered, failure = null, progress = null, mapping = coalesce(:mapping::jsonb, mapping)
  where id = :id
  `,
)

export const requestMoveInStop = statement<{ id: MoveInId }>(
  'moveIns.askToStop',
  'update move_ins set is_stopping = true where id = :id and ordered is not null',
)

export const deleteMoveInRow = statement<{ id: MoveInId }>(
  'moveIns.delete',
  'delete from move_ins where id = :id',
)

/** Deletes the address and results of an import. Its row stays, because it identifies the source of its companies. */
export const clearMoveInSource = statement<{ id: MoveInId }>(
  'moveIns.forgetSource',
  `
  update move_ins set address = null, folder = null, look = null, mapping = null, failure = null, progress = null
  where id = :id
  `,
)

export interface RequestedMoveInRow {
  id: MoveInId
  name: string
  ordered: MoveInAction
  is_stopping: boolean
  /** The encrypted address of the source. Null only at the cutover, which does not read the source. */
  address: string | null
  folder: string | null
  mapping: MoveInDecisions | null
}

export const requestedMoveIns = statement<NoParams, RequestedMoveInRow>(
  'moveIns.ordered',
  `
  select id, name, ordered, is_stopping, address, folder, mapping from move_ins
  where ordered is not null and (address is not null or ordered = 'switch') order by id
  `,
)

export const saveMoveInProgress = statement<
  { id: MoveInId; progress: string | null },
  { is_stopping: boolean }
>(
  'moveIns.saveProgress',
  'update move_ins set progress = coalesce(:progress::jsonb, progress) where id = :id returning is_stopping',
)

export const saveMoveInScanResult = statement<{ id: MoveInId; look: string }>(
  'moveIns.saveLook',
  'update move_ins set look = :look where id = :id and switched_at is null',
)

export const endRequestedMoveIn = statement<{ id: MoveInId; failure: MoveInFailure | null }>(
  'moveIns.endOrder',
  'update move_ins set ordered = null, is_stopping = false, failure = :failure, progress = null where id = :id',
)

export const stepsInMoveInReport = statement<
  { id: MoveInId },
  {
    company_id: CompanyId
    step: string
    source_rows: number | null
    rows_read: number
    rows_moved: number
    is_complete: boolean
  }
>(
  'moveIns.reportedSteps',
  `
  select c.company_id, s.step, s.source_rows, s.rows_read, s.rows_moved, s.done_at is not null as is_complete
  from move_ins m
  join move_in_companies c on c.move_in = m.name
  join move_in_steps s on s.company_id = c.company_id
  where m.id = :id order by c.company_id, s.began_at, s.step
  `,
)

export const skipsInMoveInReport = statement<
  { id: MoveInId },
  { company_id: CompanyId; kind: string; reason: MovedRowSkipReason; rows: number }
>(
  'moveIns.reportedSkips',
  `
  select c.company_id, s.kind, s.reason, count(*) as rows
  from move_ins m
  join move_in_companies c on c.move_in = m.name
  join move_in_skips s on s.company_id = c.company_id
  where m.id = :id group by 1, 2, 3 order by 1, 2, 3
  `,
)

export const skippedRowsOfMoveIn = statement<
  {
    id: MoveInId
    afterPlace: number
    afterKind: string
    afterSource: string
    afterReason: string
    limit: number
  },
  { company_id: CompanyId; company: string; kind: string; source_id: string; reason: MovedRowSkipReason }
>(
  'moveIns.skippedRowsOfMoveIn',
  `
  select s.company_id, c.name as company, s.kind, s.source_id, s.reason
  from move_ins m
  join move_in_companies i on i.move_in = m.name
  join companies c on c.id = i.company_id
  join move_in_skips s on s.company_id = i.company_id
  where m.id = :id
    and (s.company_id, s.kind, s.source_id, s.reason) > (:afterPlace::int, :afterKind, :afterSource, :afterReason)
  order by s.company_id, s.kind, s.source_id, s.reason limit :limit
  `,
)

/** The current company, if its import is unfinished. No row: it is active, or was not imported. */
export const currentCompanyIfMovingIn = statement<NoParams, { company_id: CompanyId }>(
  'moveIns.movingIn',
  `
  select m.company_id from move_in_companies m join companies c on c.id = m.company_id
  where m.company_id = (select current_company()) and not c.is_active
  `,
)

/** The company, if its import is unfinished. No row: the platform's owner may activate it. */
export const companyWithUnfinishedMoveIn = statement<{ companyId: CompanyId }, { company_id: CompanyId }>(
  'moveIns.unswitched',
  `
  select i.company_id
  from move_in_companies i
  join move_ins m on m.name = i.move_in
  join companies c on c.id = i.company_id
  where i.company_id = :companyId and m.switched_at is null and not c.is_active
  `,
)

export const movedCompany = statement<{ moveIn: string; sourceId: string }, { company_id: CompanyId }>(
  'moveIns.company',
  'select company_id from move_in_companies where move_in = :moveIn and source_id = :sourceId',
)

export const movedCompanies = statement<
  { moveIn: string },
  {
    company_id: CompanyId
    source_id: string
    name: string
    /** Whether the company was active in the source at the last run. Null: no run has stored this yet. */
    was_active: boolean | null
    is_leaving: boolean
  }
>(
  'moveIns.companies',
  `
  select m.company_id, m.source_id, c.name, m.was_active, c.delete_at is not null as is_leaving
  from move_in_companies m join companies c on c.id = m.company_id
  where m.move_in = :moveIn order by m.company_id
  `,
)

export const insertMovedCompany = statement<{
  companyId: CompanyId
  moveIn: string
  sourceId: string
  at: Date
}>(
  'moveIns.insertCompany',
  `
  insert into move_in_companies (company_id, move_in, source_id, created_at) values (:companyId, :moveIn, :sourceId, :at)
  `,
)

/** Stores whether the current company is active in the source. The cutover then activates it only if it was. */
export const saveMovedCompanyWasActive = statement<{ wasActive: boolean }>(
  'moveIns.saveCompanyState',
  'update move_in_companies set was_active = :wasActive where company_id = (select current_company())',
)

export interface MoveInStepRow {
  position: readonly string[] | null
  since: Date | null
  rows_read: number
}

/** Begins or continues a step of the import. A finished step begins again, for the rows changed since its snapshot. */
export const openMoveInStep = statement<
  { step: string; sourceRows: number; sinceLess: string; snapshotAt: Date; at: Date },
  MoveInStepRow
>(
  'moveIns.openStep',
  `
  insert into move_in_steps as s (company_id, step, source_rows, snapshot_at, began_at)
  values (current_company(), :step, :sourceRows, :snapshotAt, :at)
  on conflict (company_id, step) do update
  set since = case when s.done_at is null then s.since else s.snapshot_at - :sinceLess::interval end,
    snapshot_at = case when s.done_at is null then s.snapshot_at else excluded.snapshot_at end,
    position = case when s.done_at is null then s.position end,
    source_rows = excluded.source_rows,
    began_at = case when s.done_at is null then s.began_at else excluded.began_at end,
    done_at = null
  returning s.position, s.since, s.rows_read
  `,
)

/** Stores the position that a step has reached. No row: another process has moved it. */
export const advanceMoveInStep = statement<
  { step: string; from: string | null; to: string | null; read: number; moved: number },
  { step: string }
>(
  'moveIns.advanceStep',
  `
  update move_in_steps
  set position = :to::jsonb, rows_read = rows_read + :read, rows_moved = rows_moved + :moved
  where step = :step and position is not distinct from :from::jsonb and done_at is null
  returning step
  `,
)

export const endMoveInStep = statement<{ step: string; at: Date }>(
  'moveIns.endStep',
  'update move_in_steps set done_at = :at where step = :step',
)

export const moveInStepsOfCompany = statement<
  NoParams,
  { step: string; rows_read: number; rows_moved: number; done_at: Date | null }
>(
  'moveIns.stepsOfCompany',
  'select step, rows_read, rows_moved, done_at from move_in_steps order by began_at, step',
)

/** The ids in this product of rows of the source that are imported. */
export const targetIdsOfMovedRows = statement<
  { kinds: readonly string[]; sourceIds: readonly string[] },
  { kind: string; source_id: string; target_id: number }
>(
  'moveIns.ids',
  `
  select w.kind, w.source_id, i.target_id
  from unnest(:kinds::text[], :sourceIds::text[]) as w (kind, source_id)
  cross join lateral (
    select m.target_id from move_in_ids m
    where m.company_id = (select current_company()) and m.kind = w.kind and m.source_id = w.source_id offset 0
  ) as i
  `,
)

export const insertMovedIds = statement<{
  kinds: readonly string[]
  sourceIds: readonly string[]
  targetIds: readonly number[]
}>(
  'moveIns.insertIds',
  `
  insert into move_in_ids (company_id, kind, source_id, target_id)
  select current_company(), kind, source_id, target_id
  from unnest(:kinds::text[], :sourceIds::text[], :targetIds::bigint[]) as n (kind, source_id, target_id)
  on conflict (company_id, kind, source_id) do update set target_id = excluded.target_id
  `,
)

export const movedRowsOfKind = statement<
  { kind: string; after: number; limit: number },
  { source_id: string; target_id: number }
>(
  'moveIns.targets',
  `
  select distinct on (target_id) source_id, target_id from move_in_ids
  where kind = :kind and target_id > :after order by target_id limit :limit
  `,
)

export const movedRowsExceptSourceIds = statement<
  { kind: string; sourceIds: readonly string[] },
  { source_id: string; target_id: number }
>(
  'moveIns.beyond',
  'select source_id, target_id from move_in_ids where kind = :kind and source_id <> all (:sourceIds::text[])',
)

/** Deletes the mapping between these imported rows and their rows in the source. */
export const deleteMovedIds = statement<{ kind: string; targetIds: readonly number[] }>(
  'moveIns.deleteIds',
  'delete from move_in_ids where kind = :kind and target_id = any (:targetIds::bigint[])',
)

export const reserveIdsOfTable = statement<{ table: string; count: number }, { id: number }>(
  'moveIns.newIds',
  `select nextval(pg_get_serial_sequence(:table, 'id')) as id from generate_series(1, :count::int)`,
)

export const insertSkippedRows = statement<{
  kinds: readonly string[]
  sourceIds: readonly string[]
  reasons: readonly MovedRowSkipReason[]
}>(
  'moveIns.insertSkips',
  `
  insert into move_in_skips (company_id, kind, source_id, reason)
  select current_company(), kind, source_id, reason
  from unnest(:kinds::text[], :sourceIds::text[], :reasons::text[]) as n (kind, source_id, reason)
  on conflict do nothing
  `,
)

/** A page of the source's rows that an earlier run skipped for one of these reasons. */
export const skippedRowsOfReasons = statement<
  {
    kinds: readonly string[]
    reasons: readonly MovedRowSkipReason[]
    kind: string
    sourceId: string
    reason: string
    limit: number
  },
  { kind: string; source_id: string; reason: MovedRowSkipReason }
>(
  'moveIns.skipsOfReasons',
  `
  select s.kind, s.source_id, s.reason from move_in_skips s
  where s.kind = any (:kinds) and s.reason = any (:reasons)
    and (s.kind, s.source_id, s.reason) > (:kind, :sourceId, :reason)
    and (s.reason <> 'user-missing' or exists (
      select from move_in_ids i
      where i.company_id = s.company_id and i.kind = 'user' and i.source_id = split_part(s.source_id, ' ', 2)
    ))
  order by s.kind, s.source_id, s.reason limit :limit
  `,
)

export const skippedRowsOfCompany = statement<
  { kind: string; sourceId: string; reason: string; limit: number },
  { kind: string; source_id: string; reason: MovedRowSkipReason }
>(
  'moveIns.skipsAfter',
  `
  select kind, source_id, reason from move_in_skips
  where (kind, source_id, reason) > (:kind, :sourceId, :reason) order by kind, source_id, reason limit :limit
  `,
)

export const countSkippedRows = statement<
  NoParams,
  { kind: string; reason: MovedRowSkipReason; rows: number }
>(
  'moveIns.countSkips',
  'select kind, reason, count(*) as rows from move_in_skips group by 1, 2 order by 1, 2',
)

export const countMovedIds = statement<NoParams, { kind: string; rows: number }>(
  'moveIns.countIds',
  'select kind, count(*) as rows from move_in_ids group by 1 order by 1',
)

/** Deletes the records about skipped rows that are imported by now, or that the import tries again. */
export const deleteSkipsByReason = statement<{
  kinds: readonly string[]
  sourceIds: readonly string[]
  reasons: readonly MovedRowSkipReason[]
}>(
  'moveIns.settleSkips',
  `
  delete from move_in_skips s
  using unnest(:kinds::text[], :sourceIds::text[], :reasons::text[]) as n (kind, source_id, reason)
  where s.kind = n.kind and s.source_id = n.source_id and s.reason = n.reason
  `,
)

/** Deletes all records about problems with rows that are imported completely by now. */
export const deleteSkipsOfRows = statement<{ kinds: readonly string[]; sourceIds: readonly string[] }>(
  'moveIns.forgetSkips',
  `
  delete from move_in_skips s
  using unnest(:kinds::text[], :sourceIds::text[]) as n (kind, source_id)
  where s.kind = n.kind and s.source_id = n.source_id
  `,
)

/** After a merge of imported rows, maps the source's rows to the row that was kept. */
export const redirectMovedIds = statement<{
  kinds: readonly string[]
  fromIds: readonly number[]
  toIds: readonly number[]
}>(
  'moveIns.redirectIds',
  `
  update move_in_ids i set target_id = n.to_id
  from unnest(:kinds::text[], :fromIds::bigint[], :toIds::bigint[]) as n (kind, from_id, to_id)
  where i.kind = n.kind and i.target_id = n.from_id
  `,
)
