import type pg from 'pg'
import { withClient } from '../database/with-client'
import { StartUpProblem } from '../fatal'

/** Cell n gives new companies and users ids from n × `idsPerCell` on. */
export const idsPerCell = 10_000_000
/** The largest cell number whose ids fit 32-bit integers. */
export const maxCellNumber = 213

/** The sign-in sets this cookie, by which the router finds the cell of the company (docs/cells.md). */
export const companyCookieName = 'balcao_company'
/** The sign-in sets this cookie when the account is in another cell, where the router then repeats it. */
export const cellCookieName = 'balcao_cell'
export const cellCookieSeconds = 60

/**
 * Permanent. Companies that were moved here keep their ids, so each id is unique over all cells. Throws
 * StartUpProblem when the database has another number, or has given out ids of another range.
 */
export async function assignCellNumber(ownerUrl: string, cell: number): Promise<void> {
  await withClient(ownerUrl, 'balcao cell', async (owner) => {
    await owner.query('begin')
    await owner.query('lock table cell')
    const { rows } = await owner.query<{ number: number }>('select number from cell')
    if (rows[0] === undefined) await takeRange(owner, cell)
    else if (rows[0].number !== cell)
      throw new StartUpProblem(`This database is cell ${rows[0].number}: CELL can't change.`)
    await owner.query('commit')
  })
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
