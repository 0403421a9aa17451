import { describe, expect, test } from 'vitest'
import type { DesiredStateRow } from '../../features/connections/leases.queries'
import {
  connectionGroupsToHandOver,
  connectionsPerGroup,
  isConnectionFreeToLease,
  maxConnectionsPerProcess,
  takeoverPositions,
} from './assignment'
import { companies, rowsNow as now, row, times } from './testing/desired-rows'

/** The first process for each row. */
function firsts(
  rows: readonly DesiredStateRow[],
  takers: readonly number[],
): readonly (number | undefined)[] {
  const positions = takers.map((id) => [id, takeoverPositions(id, { rows, takers, now })] as const)
  return rows.map((each) => positions.find(([, of]) => of.get(each) === 0)?.[0])
}

/** A company whose first process among these is `id`. */
function companyOf(id: number, takers: readonly number[]): number {
  return firsts(companies(100), takers).indexOf(id) + 1
}

describe('a connection is free', () => {
  test.each([
    ['without a lease', row(1, null), true],
    ['with an expired lease', row(1, 7, { expires_at: now }), true],
    ['with a lease', row(1, 7), false],
    ['that an admin stopped', row(1, null, { is_asleep: true }), false],
    ['of an inactive company', row(1, null, { is_switched_off: true }), false],
  ])('%s: %s', (_, connection, expected) => expect(isConnectionFreeToLease(connection, now)).toBe(expected))
})

describe('the order of the processes for a free connection', () => {
  test('has this process first everywhere when it is alone', () => {
    const rows = companies(2 * maxConnectionsPerProcess)

    const positions = takeoverPositions(3, { rows, takers: [3], now })

    expect([...positions.values()].every((position) => position === 0)).toBe(true)
    expect(positions.size).toBe(rows.length)
  })

  test('is the same for each process, and names each process once', () => {
    const rows = companies(20)
    const all = [4, 9, 12].map((id) => takeoverPositions(id, { rows, takers: [12, 4, 9], now }))

    for (const each of rows) expect(all.map((of) => of.get(each)).sort()).toEqual([0, 1, 2])
  })

  test('spreads companies evenly, also over processes whose ids follow each other', () => {
    const counts = [1, 2, 3, 4].map(
      (id) => firsts(companies(1_000), [1, 2, 3, 4]).filter((first) => first === id).length,
    )

    for (const count of counts) expect(Math.abs(count - 250)).toBeLessThan(50)
  })

  test('moves only the connections of a process that has ended', () => {
    const before = firsts(companies(200), [1, 2, 3])
    const after = firsts(companies(200), [1, 3])

    for (const [at, first] of before.entries()) if (first !== 2) expect(after[at]).toBe(first)
  })

  test('keeps a company together up to fifty, and spreads a larger one', () => {
    const rows = times(20 * connectionsPerGroup, 5, null)

    const found = firsts(rows, [1, 2, 3])

    for (let group = 0; group < 20; group++)
      expect(new Set(found.slice(group * connectionsPerGroup, (group + 1) * connectionsPerGroup)).size).toBe(
        1,
      )
    expect(new Set(found).size).toBe(3)
  })

  test.each([
    ['the first one has room', maxConnectionsPerProcess - 2, 1],
    ['the first one has none', maxConnectionsPerProcess - 1, 2],
  ])('takes the company as a whole: %s', (_, load, expected) => {
    const company = companyOf(1, [1, 2])
    const rows = [...times(load, 1_000, 1), row(company, null), row(company, null)]

    expect(firsts(rows, [1, 2]).slice(-2)).toEqual([expected, expected])
  })

  test('counts what it has just assigned, and takes a crowded process when all are full', () => {
    const [one, other] = companies(100).filter((_, at) => firsts(companies(100), [1, 2])[at] === 1)
    const full = (id: number, spare = 0) => times(maxConnectionsPerProcess - spare, 1_000 + id, id)
    const free = [one, other] as DesiredStateRow[]

    expect(firsts([...free, ...full(1, 1)], [1, 2]).slice(0, 2)).toEqual([1, 2])
    expect(firsts([...free, ...full(1), ...full(2)], [1, 2]).slice(0, 2)).toEqual([1, 1])
  })

  test('does not contain a process that may take none', () => {
    expect(takeoverPositions(3, { rows: companies(5), takers: [1, 2], now }).size).toBe(0)
  })
})

describe('a process hands over', () => {
  const takers = [1, 2]
  const [ours, theirs] = [companyOf(1, takers), companyOf(2, takers)]
  const given = (rows: readonly DesiredStateRow[]) =>
    connectionGroupsToHandOver(1, { rows, takers, now }).map((group) =>
      group.map(({ company_id }) => company_id),
    )
  const quiet = (company: number, minutes: number) =>
    row(company, 1, { last_traffic_at: new Date(now.getTime() - minutes * 60_000) })

  test.each([
    ['a company whose first process is another', [row(theirs, 1), row(ours, 1)], [[theirs]]],
    ['all connections of it', [row(theirs, 1), row(theirs, 1), row(ours, 1)], [[theirs, theirs]]],
    ['none of its own companies', [row(ours, 1), row(ours, 1)], []],
    ['none while it has no more than its share', [row(theirs, 1), row(ours, 2)], []],
    ['none when the other would have as many', [row(theirs, 1)], []],
    ['no connection that another process runs', [row(theirs, 2), ...times(3, ours, 1)], []],
  ])('%s', (_, rows, expected) => expect(given(rows)).toEqual(expected))

  test('quiet companies first, those without traffic before all', () => {
    const moving = companies(100).filter((_, at) => firsts(companies(100), takers)[at] === 2)
    const [a, b, c] = moving.map(({ company_id }): number => company_id) as [number, number, number]

    const rows = [quiet(a, 1), quiet(b, 60), row(c, 1), ...times(10, ours, 1)]

    expect(given(rows)).toEqual([[c], [b], [a]])
  })

  test('nothing to a full process', () => {
    const rows = [...times(2 * maxConnectionsPerProcess, 1_000, 1), row(theirs, 1)]
    expect(given(rows).flat()).toContain(theirs)

    expect(given([...rows, ...times(maxConnectionsPerProcess, 1_001, 2)]).flat()).not.toContain(theirs)
  })

  test('one company after another until the shares are near, and none comes back', () => {
    let rows = companies(40, 1)
    const moves: number[] = []
    for (let step = 0; step < 100; step++) {
      const [from, group] = [1, 2]
        .map((id) => [id, connectionGroupsToHandOver(id, { rows, takers, now })[0]] as const)
        .find(([, found]) => found !== undefined) ?? [0, undefined]
      if (group === undefined) break
      moves.push(...group.map(({ company_id }) => company_id))
      rows = rows.map((each) => (group.includes(each) ? { ...each, holder: String(3 - from) } : each))
    }

    expect(new Set(moves).size).toBe(moves.length)
    const counts = [1, 2].map((id) => rows.filter(({ holder }) => holder === String(id)).length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(15)
  })
})
