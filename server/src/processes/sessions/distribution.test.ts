import { describe, expect, test } from 'vitest'
import type { DesiredStateRow } from '../../features/connections/leases.queries'
import type { NodeRole, OtherNode } from '../../platform/cluster/node'
import { takeoverPositions } from './assignment'
import { ConnectionDistribution } from './distribution'
import { companies, row, rowsNow, times } from './testing/desired-rows'

const ownId = 1
const isOpen = { isConnected: () => true }

/** Process 1 beside others, with a clock of its own. */
function fixture(...given: readonly (Partial<OtherNode> & { id: number })[]) {
  let now = rowsNow
  let others: readonly OtherNode[] = given.map((other) => ({
    roles: ['sessions'] satisfies NodeRole[],
    address: null,
    isDraining: false,
    ...other,
  }))
  const distribution = new ConnectionDistribution({
    node: { id: ownId, others: () => others },
    clock: { now: () => now },
  })
  const takes = (rows: readonly DesiredStateRow[], opening = 0) => [
    ...distribution.toTake(rows, () => false, opening).taking,
  ]
  return {
    distribution,
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
    become: (next: readonly OtherNode[]) => {
      others = next
    },
    takes,
    /** Takes what it may, as a process does that begins their sessions. */
    begins(rows: readonly DesiredStateRow[]) {
      const taking = takes(rows)
      for (const _ of taking) distribution.noteBegin()
      return taking
    },
    /** `ending`: rows whose session this process has ended while it still holds the lease. */
    gives: (
      rows: readonly DesiredStateRow[],
      link: { isConnected(): boolean } = isOpen,
      ending: readonly DesiredStateRow[] = [],
    ) => {
      const ours = rows.filter((each) => each.holder === String(ownId) && !ending.includes(each))
      return distribution.toGive(rows, new Map(ours.map((each) => [each, link])))
    },
  }
}

/** Connections of companies whose first process among 1 and 2 is this one. */
function firstAt(id: number, count: number, holder: number | null = null): DesiredStateRow[] {
  const all = companies(400)
  const positions = takeoverPositions(id, { rows: all, takers: [1, 2], now: rowsNow })
  return all
    .filter((each) => positions.get(each) === 0)
    .slice(0, count)
    .map(({ company_id }) => row(company_id, holder))
}

describe('a process takes', () => {
  test('as many as may open at once when it is alone, and also while it drains', () => {
    const { distribution, takes } = fixture()
    expect(takes(companies(300))).toHaveLength(50)

    distribution.drain()

    expect(takes(companies(300))).toHaveLength(50)
  })

  test.each([
    { others: [], opening: 45, taken: 5 },
    { others: [], opening: 50, taken: 0 },
    { others: [], opening: 60, taken: 0 },
    { others: [{ id: 2, isDraining: true }], opening: 45, taken: 5 },
    { others: [{ id: 2, isDraining: true }], opening: 20, taken: 20 },
  ])('$taken more while $opening are opening, beside $others', ({ others, opening, taken }) => {
    const { distribution } = fixture(...others)

    const { taking, isWaiting } = distribution.toTake(companies(300), () => false, opening)

    expect([taking.size, isWaiting]).toEqual([taken, true])
  })

  test('a connection that a person links first', () => {
    const { takes } = fixture()
    const rows = [...companies(300), row(500, null, { is_linking: true })]

    const taking = takes(rows)

    expect(taking).toEqual([rows[300], ...rows.slice(0, 49)])
  })

  test('its own companies at once, and those of another that leaves them after three seconds', () => {
    const { takes, pass } = fixture({ id: 2 })
    const [ours, theirs] = [firstAt(1, 3), firstAt(2, 3)]
    const rows = [...ours, ...theirs]
    expect(takes(rows)).toEqual(ours)

    pass(2.9)
    expect(takes(theirs)).toEqual([])
    pass(0.1)
    expect(takes(theirs)).toEqual(theirs)
  })

  test('nothing that was taken meanwhile and has just become free again', () => {
    const { takes, pass } = fixture({ id: 2 })
    const [theirs] = firstAt(2, 1) as [DesiredStateRow]
    takes([theirs])
    pass(2)
    takes([{ ...theirs, holder: '2', expires_at: new Date(rowsNow.getTime() + 60_000) }])
    pass(2)

    expect(takes([theirs])).toEqual([])
  })

  test('twenty a second beside others, its own companies first', () => {
    const { begins, pass } = fixture({ id: 2 })
    const [ours, theirs] = [firstAt(1, 25), firstAt(2, 25)]
    const rows = [...theirs, ...ours]
    const first = begins(rows)
    expect(first).toEqual(ours.slice(0, 20))
    expect(begins(rows)).toEqual([])

    pass(4)

    const left = rows.filter((each) => !first.includes(each))
    expect(begins(left)).toEqual([...ours.slice(20), ...theirs.slice(0, 15)])
  })

  test('twenty a second also when the only other process has just ended', () => {
    const { distribution, become, takes } = fixture({ id: 2 })
    become([])
    distribution.noteEnd()

    expect(takes(companies(50))).toHaveLength(20)
  })

  test('nothing while it drains beside others, even when those drain too', () => {
    for (const isDraining of [false, true]) {
      const { distribution, takes, pass } = fixture({ id: 2, isDraining })
      distribution.drain()
      takes(companies(5))
      pass(60)

      expect(takes(companies(5))).toEqual([])
    }
  })

  test.each([
    ['drains', { id: 2, isDraining: true }],
    ['runs no sessions', { id: 2, roles: ['api', 'worker'] as const }],
  ])('everything at once when the other process %s', (_, other) => {
    expect(fixture(other).takes(companies(10))).toHaveLength(10)
  })
})

describe('a process gives', () => {
  const surplus = () => [...firstAt(1, 2, 1), ...firstAt(2, 4, 1)]

  test('nothing when it is alone, or beside processes that may take nothing', () => {
    for (const others of [[], [{ id: 2, isDraining: true }], [{ id: 2, roles: ['api'] as const }]]) {
      const { distribution, gives } = fixture(...others)
      expect(gives(surplus())).toEqual([])
      distribution.drain()
      expect(gives(surplus())).toEqual([])
    }
  })

  test('one company of its surplus in ten seconds', () => {
    const { gives, pass } = fixture({ id: 2 })
    const rows = surplus()
    expect(gives(rows)).toEqual([rows[2]])

    pass(9.9)
    expect(gives(rows)).toEqual([])
    pass(0.1)
    expect(gives(rows.filter((each) => each !== rows[2]))).toEqual([rows[3]])
  })

  test('nothing of its surplus within half a minute after the end of a process', () => {
    const { distribution, gives, pass } = fixture({ id: 2 })
    distribution.noteEnd()

    pass(29.9)
    expect(gives(surplus())).toEqual([])
    pass(0.1)
    expect(gives(surplus())).toHaveLength(1)
  })

  test('no company with a link that is not open', () => {
    const { gives } = fixture({ id: 2 })
    expect(gives(surplus(), { isConnected: () => false })).toEqual([])
  })

  test('everything while it drains, twenty a second for each process that takes', () => {
    const { distribution, gives, pass } = fixture({ id: 2 }, { id: 3 })
    const rows = times(50, 7, 1)
    distribution.drain()

    const first = gives(rows, { isConnected: () => false })
    expect(first).toHaveLength(40)
    expect(gives(rows)).toEqual([])
    pass(1)
    const taken = first.map((each) => ({ ...each, holder: '2' }))
    expect(gives([...taken, ...rows.filter((each) => !first.includes(each))])).toHaveLength(10)
  })

  test('while it drains only as many as the others take', () => {
    const { distribution, gives, pass } = fixture({ id: 2 })
    const [held, free, ending] = [times(50, 7, 1), times(12, 8, null), times(5, 9, 1)]
    distribution.drain()

    expect(gives([...held, ...free, ...ending], isOpen, ending)).toHaveLength(3)
    pass(1)
    expect(gives([...held, ...times(20, 8, null)])).toEqual([])
    pass(1)
    expect(gives([...held, ...times(20, 8, 2)])).toHaveLength(20)
  })
})
