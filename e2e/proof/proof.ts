import { countFigures, type Figures, settle } from './figures'
import type { Fixture } from './fixture'

/** The result of a proof. */
export interface Proof {
  /** By the part's name, in order. */
  readonly parts: ReadonlyMap<string, Figures>
  /** Faults besides the figures, a line each. */
  readonly troubles: readonly string[]
  /** By the part's name: the seconds until messages flowed again. */
  readonly seconds?: ReadonlyMap<string, number>
}

export function isProven({ parts, troubles }: Proof): boolean {
  const isClean = ({ lost, doubled, outOfOrder, usedCounters }: Figures) =>
    lost + doubled + outOfOrder + usedCounters === 0
  return troubles.length === 0 && [...parts.values()].every(isClean)
}

/** Waits until nothing changes any more, and counts. `kills` by the part's name. */
export async function concluded(fixture: Fixture, kills: ReadonlyMap<string, number>): Promise<Proof> {
  const arrived = await settle(fixture)
  const lost: string[] = []
  const parts = await countFigures(fixture, (line) => lost.push(line))
  for (const [name, count] of kills) Object.assign(parts.get(name) ?? {}, { kills: count })
  return {
    parts,
    troubles: [...(arrived ? [] : ['not everything arrived']), ...lost, ...(await troublesOf(fixture))],
  }
}

/** Stanzas that the simulator could not handle, and dead letters or failures of the product. */
async function troublesOf({ phones, records, failures }: Fixture): Promise<string[]> {
  const { unknown, errors } = await phones.ask('stats')
  const [row] = await records.rows<{ aside: number; failed: number; strays: number }>(
    `select (select count(*)::int from inbound_events where dead_because is not null) as aside,
      (select count(*)::int from messages where failure is not null) as failed,
      (select count(*)::int from messages where body like '% de ninguém') as strays`,
  )
  return [
    ...failures,
    ...unknown.map((what) => `the simulator did not know ${what}`),
    ...errors.map((what) => `the simulator found an error: ${what}`),
    ...(row?.aside ? [`${row.aside} entries were set aside`] : []),
    ...(row?.strays ? [`${row.strays} statuses or words of channels stand in a conversation`] : []),
    ...(row?.failed ? [`${row.failed} messages failed for good`] : []),
  ]
}
