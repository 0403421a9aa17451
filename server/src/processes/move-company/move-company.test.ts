import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import type { RowValues } from '../../platform/testing/table-rows'
import { aFullCompany, type FullCompany, fingerprintOf } from '../../testing/full-company'
import { markAsMoved } from '../../testing/moved-company'
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
import {
  addMessages,
  callAs,
  changeCopiedQueues,
  leftoversOfMove,
  openTwoCells,
  type TwoCells,
} from './testing/two-cells'

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
  const charges = cells.b.table('pix_charges') // in production, a charge of a cell is random
  for (const { txid } of await charges.find()) await charges.update({ txid }, { txid: `${txid}B` })
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
    const isThere = (await cell.table('companies').count({ id })) > 0
    if (isThere && (await callAs(cell, admin, '/queue')).status === 200) served.push(name)
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
  const jobsOf = async ({ table }: TestApp, { company: { id } }: FullCompany) =>
    (
      await table('graphile_worker._private_jobs').find<{ payload: { companyId: number } }>({}, [
        ...['key', 'payload', 'run_at', 'priority', 'flags'],
      ])
    ).filter(({ payload }) => payload.companyId === id)

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
      const moved = await cells.b.table('messages').count({ company_id: id })
      expect(moved).toBeGreaterThanOrEqual(messages + stored)
    },
    moveMs,
  )

  it('has its plan and its waiting jobs in the other cell', async () => {
    const planOf = async ({ table }: TestApp) => {
      const { plan_id: id } = await table('companies').get({ id: company.company.id }, ['plan_id'])
      return table('plans').get({ id }, ['name', 'users'])
    }

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
    const { name } = await cells.b.table('companies').get<{ name: string }>({ id }, ['name'])
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
    await markAsMoved(cells.a, id)

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
    await markAsMoved(cells.a, id)
    await cells.b.table('company_moves').insert({ company: id, state: 'arriving', since: new Date() })

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
    await changeCopiedQueues(cells.b, id)

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

  const rename = (name: string) => cells.b.table('companies').update({ id: sameIds.company.id }, { name })
  const changeEmail = (email: string) =>
    cells.b.table('users').update({ company_id: sameIds.company.id, id: sameIds.admin.id }, { email })
  /** Done twice, nothing has changed. */
  const reverseTexts = async (table: string, column: string, where: RowValues = {}) => {
    const rows = cells.b.table(table)
    for (const { name, [column]: text = '' } of await rows.find<Record<string, string>>(where))
      await rows.update({ name }, { [column]: [...text].reverse().join('') })
  }
  const reverseHash = () => reverseTexts('schema_functions', 'hash', { name: 'enqueue-job.sql' })
  const reverseKeys = () => reverseTexts('data_keys', 'fingerprint')

  it.each([
    [
      'when a user of the other cell has an e-mail of the company',
      () => changeEmail(company.admin.email),
      () => changeEmail(sameIds.admin.email),
      /users_email_key: \(admin-/,
    ],
    [
      'when a company of the other cell has its name',
      () => rename('Mesma'),
      () => rename('Outra'),
      /companies_name: \(mesma\)/,
    ],
    [
      'when the cells have different functions',
      reverseHash,
      reverseHash,
      /different migrations or functions/,
    ],
    ['when the cells have different data keys', reverseKeys, reverseKeys, /different data keys/],
  ] as const)('%s', async (_, spoil, mend, reason) => {
    await cells.a.table('companies').update({ id: company.company.id }, { name: 'Mesma' })
    await spoil()

    await expect(move(company.company.id)).rejects.toThrow(reason)

    expect(await leftovers(company.company.id)).toEqual([])
    await mend()
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
  const found = await Promise.all([cells.a, cells.b].map((cell) => leftoversOfMove(cell, id)))
  return found.flat()
}
