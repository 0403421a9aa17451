import type pg from 'pg'
import { withDatabaseClient } from '../database/with-client'
import { StartUpProblem } from '../fatal'

/** A cell is one of several installations. Cell n gives new companies and users ids from n × `idsPerCell` on. */
export const idsPerCell = 10_000_000
/** The largest cell number whose ids fit 32-bit integers. */
export const maxCellNumber = 213

/** The sign-in sets this cookie. The router in front of the cells reads it to find the company's cell. */
export const companyCookieName = 'balcao_company'
/** The sign-in sets this cookie when the account is in another cell, and the router repeats the sign-in there. */
export const cellCookieName = 'balcao_cell'
export const cellCookieSeconds = 60

/**
 * Stores the cell's number for good and sets the range of new ids, so that each id is unique over all cells. Throws
 * StartUpProblem when the database has another number, or has given out ids of another range.
 */
export async function assignCellNumber(ownerUrl: string, cell: number): Promise<void> {
  await withDatabaseClient(ownerUrl, 'balcao cell', async (owner) => {
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
