import pg from 'pg'
import { StartUpProblem } from '../fatal'

/** Cell n gives out ids of companies and users from n × this on. */
export const idsPerCell = 10_000_000
/** These ids are 32-bit integers. */
export const maxCellNumber = 213

/** Set at a sign-in: the router sends what follows to the cell of this company (docs/cells.md). */
export const companyCookieName = 'balcao_company'
/** Set when another cell has the account: the router sends the repeated sign-in to this cell. */
export const cellCookieName = 'balcao_cell'
export const cellCookieSeconds = 60

/**
 * Makes the database of `ownerUrl` this cell for good: new companies and users get ids of its range. Those that were moved
 * here keep theirs, so a user's id is unique in every cell. Throws StartUpProblem when the database is another cell, or has
 * given out ids of another.
 */
export async function assignCellNumber(ownerUrl: string, cell: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao cell' })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('lock table cell')
    const { rows } = await owner.query<{ number: number }>('select number from cell')
    if (rows[0] === undefined) await takeRange(owner, cell)
    else if (rows[0].number !== cell)
      throw new StartUpProblem(`This database is cell ${rows[0].number}: CELL can't change.`)
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}

async function takeRange(owner: pg.Client, cell: number): Promise<void> {
  const [first, last] = [cell * idsPerCell, (cell + 1) * idsPerCell - 1]
  const { rows } = await owner.query('select from companies where id not between $1 and $2 limit 1', [
    first,
    last,
  ])
  if (rows.length > 0)
    throw new StartUpProblem(
      'This installation has companies already, so it can only be the first cell: set CELL=0.',
    )
  await owner.query('insert into cell (number) values ($1)', [cell])
  for (const table of ['companies', 'users']) {
    await owner.query(`alter table ${table} alter column id set maxvalue ${last}`)
    if (cell > 0)
      await owner.query(`select setval('${table}_id_seq', $1) from ${table}_id_seq where last_value < $1`, [
        first,
      ])
  }
}
