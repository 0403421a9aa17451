import type { CompanyId } from '@balcao/domain/ids'
import type { RowValues } from '../../../platform/testing/table-rows'
import type { TestApp } from '../../../testing/test-app'

type Rows = Pick<TestApp, 'rows' | 'table'>
type Row = Record<string, unknown>

/** The rows of a company that has moved in. */
export interface MovedRows {
  /** These columns of the matching rows, in order of the primary key. */
  find<Found = Row>(table: string, columns: readonly string[], where?: RowValues): Promise<Found[]>
  /**
   * As `find`, and with what rows refer to: `{ owner: 'user_id' }` gives the user's name as `owner`. The words of a
   * message come by `quoted_id.body`, the id that a ticket had in the source by `ticket_id.source`, and a row's own one
   * by `id.source`.
   */
  named<Found = Row>(
    table: string,
    columns: readonly string[],
    references: Readonly<Record<string, string>>,
    where?: RowValues,
  ): Promise<Found[]>
  count(table: string, where?: RowValues): Promise<number>
  /** What stayed behind, and why, in order of both. */
  skips(kind: string): Promise<{ id: string; reason: string }[]>
}

/** What the names of references are of. */
const referredTables: Readonly<Record<string, readonly [table: string, column: string]>> = {
  author_contact_id: ['contacts', 'name'],
  connection_id: ['connections', 'name'],
  contact_id: ['contacts', 'name'],
  integration_id: ['queue_integrations', 'name'],
  message_id: ['messages', 'whatsapp_id'],
  parent_id: ['queue_options', 'title'],
  queue_id: ['queues', 'name'],
  quoted_id: ['messages', 'whatsapp_id'],
  sender_id: ['users', 'name'],
  tag_id: ['tags', 'name'],
  user_id: ['users', 'name'],
}

export function movedRows({ table }: Rows, companyId: number): MovedRows {
  const find: MovedRows['find'] = (name, columns, where = {}) =>
    table(name).find({ company_id: companyId, ...where }, columns)

  async function namesOf(of: string, reference: string): Promise<Map<unknown, unknown>> {
    const [column = '', asked] = reference.split('.')
    if (asked === 'source') {
      const kind = column === 'id' ? of.replace(/s$/, '') : column.replace('_id', '')
      const moved = await find('move_in_ids', ['target_id', 'source_id'], { kind })
      return new Map(moved.map(({ target_id, source_id }) => [target_id, source_id]))
    }
    const referred = referredTables[column]
    if (referred === undefined) throw new Error(`${column} is no known reference`)
    const name = asked ?? referred[1]
    return new Map((await find(referred[0], ['id', name])).map((row) => [row.id, row[name]]))
  }

  return {
    find,
    async named<Found>(
      name: string,
      columns: readonly string[],
      references: Readonly<Record<string, string>>,
      where?: RowValues,
    ) {
      const keys = Object.values(references).map((reference) => reference.replace(/\..*/, ''))
      const rows = await find(name, [...new Set([...columns, ...keys])], where)
      const names = await Promise.all(Object.values(references).map((one) => namesOf(name, one)))
      return rows.map((row) => ({
        ...Object.fromEntries(columns.map((column) => [column, row[column]])),
        ...Object.fromEntries(
          Object.keys(references).map((as, at) => [as, names[at]?.get(row[keys[at] ?? '']) ?? null]),
        ),
      })) as Found[] // the caller names their columns
    },
    count: (name, where = {}) => table(name).count({ company_id: companyId, ...where }),
    skips: async (kind) =>
      (
        await find<{ source_id: string; reason: string }>('move_in_skips', ['source_id', 'reason'], { kind })
      ).map(({ source_id: id, reason }) => ({ id, reason })),
  }
}

/** The id of the company that moved in under this name. */
export async function movedCompanyId({ table }: Rows, name: string): Promise<CompanyId> {
  return (await table('companies').get<{ id: CompanyId }>({ name }, ['id'])).id
}

export interface MovedContact {
  readonly id: number
  readonly name: string
  readonly name_source: string
  readonly number: string
  readonly is_group: boolean
  readonly extra_info: readonly unknown[]
  /** Such as `phone 5551999887766`, in order. */
  readonly addresses: readonly string[]
}

/** The contacts of the company in order of their ids. */
export function contactsWithAddresses({ rows }: Rows, companyId: number): Promise<MovedContact[]> {
  return rows(
    `select c.id, c.name, c.name_source, c.number, c.is_group, c.extra_info,
       array(select a.kind || ' ' || a.value from contact_addresses a
         where a.company_id = c.company_id and a.contact_id = c.id order by a.kind, a.value) as addresses
     from contacts c where c.company_id = $1 order by c.id`,
    [companyId],
  )
}

export interface MovedUser {
  readonly name: string
  readonly email: string
  readonly profile: string
  readonly is_super: boolean
  readonly password_hash: string
  /** In order of their ids. */
  readonly queues: readonly string[]
}

/** The users of the company in order of their ids. */
export function usersWithQueues({ rows }: Rows, companyId: number): Promise<MovedUser[]> {
  return rows(
    `select u.name, u.email, u.profile, u.is_super, u.password_hash,
       array(select q.name from user_queues m join queues q on q.company_id = m.company_id and q.id = m.queue_id
         where m.company_id = u.company_id and m.user_id = u.id order by q.id) as queues
     from users u where u.company_id = $1 order by u.id`,
    [companyId],
  )
}

/** The options of all menus: by queue, first those at the top, then by their numbers. */
export function menusOf(
  { rows }: Rows,
  companyId: number,
): Promise<{ queue: string; option: number; title: string; message: string; parent: string | null }[]> {
  return rows(
    `select q.name as queue, o.option, o.title, o.message, p.title as parent from queue_options o
     join queues q on q.company_id = o.company_id and q.id = o.queue_id
     left join queue_options p on p.company_id = o.company_id and p.id = o.parent_id
     where o.company_id = $1 order by q.name, o.parent_id nulls first, o.option`,
    [companyId],
  )
}

/** The sums of the dashboard over all days and users. */
export async function dashboardSumsOf(
  { table }: Rows,
  companyId: number,
): Promise<{ finished: number; waits: number; ratings: number }> {
  const days = await table('daily_figures').find<Record<'finished' | 'waits' | 'ratings', number>>({
    company_id: companyId,
  })
  const sum = (column: 'finished' | 'waits' | 'ratings') => days.reduce((all, day) => all + day[column], 0)
  return { finished: sum('finished'), waits: sum('waits'), ratings: sum('ratings') }
}

/** As if the passes of this company's move had read the source so long ago. */
export async function agePassesOf(
  { rows }: Rows,
  companyId: number,
  { days }: { days: number },
): Promise<void> {
  await rows(
    `update move_in_steps set snapshot_at = snapshot_at - $2 * interval '1 day' where company_id = $1`,
    [companyId, days],
  )
}
