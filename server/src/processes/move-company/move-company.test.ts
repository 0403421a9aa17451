import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import { aFullCompany, type FullCompany, fingerprintOf } from '../../testing/full-company'
import type { TestApp, TestCompany } from '../../testing/test-app'
import { openCellDatabase } from './cell-database'
import {
  type CompanyMoveParameters,
  deleteRowsLeftByMovedCompany,
  type MoveStep,
  moveCompany,
  moveSteps,
  undoMove,
} from './move-company'
import { addMessages, callAs, openTwoCells, type TwoCells } from './testing/two-cells'

/** MOVE_MESSAGES makes it larger: with 70,000 the time of the stop is measured (docs/cells.md). */
const messages = Number(process.env.MOVE_MESSAGES ?? 2_000)
const moveMs = 300_000

let cells: TwoCells
let neighbour: FullCompany
/** Of cell B: its rows have the ids of the first company of cell A. */
let sameIds: FullCompany
beforeAll(async () => {
  cells = await openTwoCells()
  sameIds = await aFullCompany(cells.b)
  await cells.b.rows(`update pix_charges set txid = txid || 'B'`) // a charge of a cell is random
})
afterAll(() => cells.close())

/** Calls the mover with connections of its own, as each start of the command. */
async function withCells<T>(
  act: (cells: Pick<CompanyMoveParameters, 'from' | 'to'>) => Promise<T>,
): Promise<T> {
  const [from, to] = [
    await openCellDatabase('A', cells.a.database.ownerUrl),
    await openCellDatabase('B', cells.b.database.ownerUrl),
  ]
  return act({ from, to }).finally(() => Promise.all([from.close(), to.close()]))
}

const move = (company: number, more: Partial<CompanyMoveParameters> = {}) =>
  withCells((both) => moveCompany({ company, ...both, ...more }))

/** Ends a call of the mover at the beginning of a step, as `kill -9` does. */
async function killedAt(step: MoveStep, company: number): Promise<void> {
  const killed = withCells(({ from, to }) =>
    moveCompany({
      company,
      from,
      to,
      begins(begun) {
        if (begun !== step) return
        for (const cell of [from, to]) void cell.close()
        throw new Error(`killed at ${step}`)
      },
    }),
  )
  await expect(killed).rejects.toThrow(/killed at|Connection terminated|Client was closed/)
}

/** Which cells serve the company. */
async function serving({ company: { id }, admin }: FullCompany): Promise<string> {
  const served: string[] = []
  for (const [name, cell] of [
    ['A', cells.a],
    ['B', cells.b],
  ] as const) {
    const [row] = await cell.rows('select from companies where id = $1', [id])
    if (row !== undefined && (await callAs(cell, admin, '/queue')).status === 200) served.push(name)
  }
  return served.join(' and ') || 'none'
}

/** Customers write until the company has left the cell. A refused message is repeated, as its inbound event is. */
async function writes(company: TestCompany, { connectionId: over }: FullCompany): Promise<number> {
  for (let stored = 0; ; ) {
    try {
      await company.hears({ over, from: `55119${String(7_000_000 + (stored % 50))}`, id: `LIVE${stored}` })
      stored += 1
    } catch (error) {
      if (!(error instanceof DatabaseTrouble)) throw error
      if (error.kind === 'moved') return stored
    }
    await nextTurn()
  }
}

const rowsOf = (cell: TestApp, id: number) => fingerprintOf(cell, id)

describe('a company of thousands of messages', () => {
  let company: FullCompany
  let others: readonly Record<string, string>[]
  let jobs: readonly unknown[]
  beforeAll(async () => {
    company = await aFullCompany(cells.a)
    neighbour = await aFullCompany(cells.a)
    await addMessages(cells.a, company.ticketId, messages)
    others = await rowsOfOthers()
    jobs = await jobsOf(cells.a, company)
  }, moveMs)

  const rowsOfOthers = async () => [
    await rowsOf(cells.a, neighbour.company.id),
    await rowsOf(cells.b, sameIds.company.id),
  ]
  const jobsOf = ({ rows }: TestApp, { company: { id } }: FullCompany) =>
    rows(
      `select key, payload, run_at, priority, flags from graphile_worker._private_jobs
       where payload->>'companyId' = $1 order by id`,
      [String(id)],
    )

  it(
    'moves while messages come in: every table is equal, row for row',
    async () => {
      const { id } = company.company
      const writing = writes(company.company, company)

      const { stoppedMs } = await move(id)

      const stored = await writing
      process.stdout.write(
        `Writes stopped for ${Math.round(stoppedMs ?? 0)} ms; ${stored} messages came in.\n`,
      )
      expect(stored).toBeGreaterThan(0)
      expect(await rowsOf(cells.b, id)).toEqual(await rowsOf(cells.a, id))
      const [row] = await cells.b.rows<{ count: number }>(
        'select count(*)::int as count from messages where company_id = $1',
        [id],
      )
      expect(row?.count).toBeGreaterThanOrEqual(messages + stored)
    },
    moveMs,
  )

  it('has its plan and its waiting jobs in the other cell', async () => {
    const planOf = ({ rows }: TestApp) =>
      rows('select p.name, p.users from companies c join plans p on p.id = c.plan_id where c.id = $1', [
        company.company.id,
      ])

    expect(await planOf(cells.b)).toEqual(await planOf(cells.a))
    expect(jobs.length).toBeGreaterThan(0)
    expect(await jobsOf(cells.b, company)).toEqual(expect.arrayContaining([...jobs]))
    expect(await jobsOf(cells.a, company)).toEqual([])
  })

  it('is refused by the first cell with 421, and signed in to the other one', async () => {
    const { admin } = company

    expect(await callAs(cells.a, admin, '/queue')).toMatchObject({ status: 421, error: 'ERR_COMPANY_MOVED' })
    expect(await callAs(cells.b, admin, '/queue')).toMatchObject({ status: 200 })
    for (const [cell, status] of [
      [cells.a, 421],
      [cells.b, 200],
    ] as const) {
      const answer = await cell.app.http.inject({
        method: 'POST',
        url: '/auth/refresh_token',
        cookies: { jrt: admin.cookie },
      })
      expect(answer.statusCode).toBe(status)
    }
  })

  it('works in the other cell, beside a company with the same ids', async () => {
    const { admin, ticketId } = company
    const sent = await callAs(cells.b, company.user, `/messages/${ticketId}`, { body: 'Bom dia' })
    const queue = await callAs(cells.b, admin, '/queue', { name: 'Nova', color: '#123456' })
    const same = await callAs(cells.b, sameIds.user, `/messages/${sameIds.ticketId}`, { body: 'Boa tarde' })

    expect([sent.status, queue.status, same.status]).toEqual([200, 200, 200])
    expect(ticketId).toBe(sameIds.ticketId)
  })

  it('leaves no trace in other companies', async () => {
    const [first] = others

    expect(await rowsOf(cells.a, neighbour.company.id)).toEqual(first)
    expect((await callAs(cells.a, neighbour.admin, '/queue')).status).toBe(200)
  })

  it('is removed from the first cell after its name was typed', async () => {
    const { id } = company.company
    const [{ name } = { name: '' }] = await cells.b.rows<{ name: string }>(
      'select name from companies where id = $1',
      [id],
    )
    const before = await rowsOf(cells.a, neighbour.company.id)
    const remove = (typed: string) =>
      withCells((both) => deleteRowsLeftByMovedCompany({ company: id, ...both, name: typed }))

    await expect(remove('Outra')).rejects.toThrow(/nothing is removed/)
    await remove(name)

    const left = Object.values(await rowsOf(cells.a, id)).filter((print) => print !== 'empty')
    expect(left).toEqual([])
    expect(await rowsOf(cells.a, neighbour.company.id)).toEqual(before)
    expect((await callAs(cells.b, company.admin, '/queue')).status).toBe(200)
  })
})

describe('a move that is killed', () => {
  it(
    'at each step leaves one cell serving, and comes to a good end when it is repeated',
    async () => {
      const company = await aFullCompany(cells.a)
      const { id } = company.company
      const served: string[] = []
      for (const step of moveSteps) {
        await killedAt(step, id)
        served.push(`${step}: ${await serving(company)}`)
      }

      await move(id)

      const expected = moveSteps.map((step) => {
        if (step === 'lead calls' || step === 'clean up') return 'B'
        return step === 'open cell B' ? 'none' : 'A'
      })
      expect(served).toEqual(moveSteps.map((step, at) => `${step}: ${expected[at]}`))
      expect(await serving(company)).toBe('B')
      expect(await leftovers(id)).toEqual([])
    },
    moveMs,
  )

  it(
    'is taken back: the first cell serves the company, and the other has nothing of it',
    async () => {
      const company = await aFullCompany(cells.a)
      const { id } = company.company
      await killedAt('follow', id)

      await withCells((both) => undoMove({ company: id, ...both }))

      expect(await serving(company)).toBe('A')
      expect(await leftovers(id)).toEqual([])
      expect(Object.values(await rowsOf(cells.b, id)).filter((print) => print !== 'empty')).toEqual([])
    },
    moveMs,
  )
})

it(
  'a company that a restore has marked as moved is taken back when the other cell does not have it',
  async () => {
    const company = await aFullCompany(cells.a)
    const { id } = company.company
    await cells.a.rows(`insert into company_moves values ($1, 'moved', now())`, [id])
    await cells.a.rows('select open_company_moves()')

    await withCells((both) => undoMove({ company: id, ...both }))

    expect(await serving(company)).toBe('A')
    expect(await leftovers(id)).toEqual([])
  },
  moveMs,
)

it(
  'a company that a restore has marked as moved does not open in the other cell with an incomplete copy',
  async () => {
    const company = await aFullCompany(cells.a)
    const { id } = company.company
    await cells.a.rows(`insert into company_moves values ($1, 'moved', now())`, [id])
    await cells.a.rows('select open_company_moves()')
    await cells.b.rows(`insert into company_moves values ($1, 'arriving', now())`, [id])

    await expect(move(id)).rejects.toThrow('The copy in cell B is not complete')
    await withCells((both) => undoMove({ company: id, ...both }))

    expect(await serving(company)).toBe('A')
    expect(await leftovers(id)).toEqual([])
  },
  moveMs,
)

it(
  'a move whose tables differ ends, and the first cell serves the company as before',
  async () => {
    const company = await aFullCompany(cells.a)
    const { id } = company.company
    await killedAt('follow', id)
    await cells.b.rows(
      `with changed as (select set_config('session_replication_role', 'replica', false))
       update queues set color = '#000001' from changed where company_id = $1`,
      [id],
    )

    await expect(move(id)).rejects.toThrow('These tables differ: queues.')

    expect(await serving(company)).toBe('A')
    expect(await leftovers(id)).toEqual([])
  },
  moveMs,
)

describe('a move is refused, and nothing is written,', () => {
  let company: FullCompany
  beforeAll(async () => {
    company = await aFullCompany(cells.a)
  })

  it.each([
    [
      'when a user of the other cell has an e-mail of the company',
      'update users set email = $1 where company_id = $2 and id = $3',
      () => [company.admin.email, sameIds.company.id, sameIds.admin.id],
      () => [sameIds.admin.email, sameIds.company.id, sameIds.admin.id],
      /users_email_key: \(admin-/,
    ],
    [
      'when a company of the other cell has its name',
      'update companies set name = $1 where id = $2',
      () => ['Mesma', sameIds.company.id],
      () => ['Outra', sameIds.company.id],
      /companies_name: \(mesma\)/,
    ],
    [
      'when the cells have different functions',
      `update schema_functions set hash = reverse(hash) where $1 in ('', name)`,
      () => ['enqueue-job.sql'],
      () => ['enqueue-job.sql'],
      /different migrations or functions/,
    ],
    [
      'when the cells have different data keys',
      `update data_keys set fingerprint = reverse(fingerprint) where $1 in ('', name)`,
      () => [''],
      () => [''],
      /different data keys/,
    ],
  ] as const)('%s', async (_, sql, values, formerValues, reason) => {
    await cells.a.rows(`update companies set name = 'Mesma' where id = $1`, [company.company.id])
    await cells.b.rows(sql, values())

    await expect(move(company.company.id)).rejects.toThrow(reason)

    expect(await leftovers(company.company.id)).toEqual([])
    await cells.b.rows(sql, formerValues())
  })

  it('when it is unknown, or has the owner of the platform', async () => {
    const owners = await aFullCompany(cells.a, { isSuper: true })

    await expect(move(9_999)).rejects.toThrow('Cell A has no company 9999.')
    await expect(move(owners.company.id)).rejects.toThrow(/platform's owner/)
    expect(await leftovers(owners.company.id)).toEqual([])
  })
})

/** What a move leaves in either cell besides the state `moved`. */
async function leftovers(id: number): Promise<unknown[]> {
  const found = await Promise.all(
    [cells.a, cells.b].map(({ rows }) =>
      rows(
        `select pubname::text as what from pg_publication
         union all select subname from pg_subscription
         union all select slot_name from pg_replication_slots
         union all select state from company_moves where company = $1 and state <> 'moved'
         union all select mark::text from company_move_marks`,
        [id],
      ),
    ),
  )
  return found.flat()
}
