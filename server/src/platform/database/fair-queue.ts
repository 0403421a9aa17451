import type { CompanyId } from '@balcao/domain/ids'

/** Of one company's acts: what a person waits for goes ahead of what the server does by itself. */
export type Rank = 'person' | 'system'

/** Turns between companies, or between other owners of a line: addresses. */
export interface FairQueue<Owner = CompanyId> {
  /** Does the act when a slot is free for its company. An act must never wait for another that it asks for here. */
  take<T>(owner: Owner, rank: Rank, act: () => Promise<T>): Promise<T>
}

/** A few at once, and of one company fewer, so that a place is free for the others. */
export interface Places {
  readonly all: number
  readonly perCompany: number
  /** Of one company while another one is at work: more acts at once than processors only slow the other's. */
  readonly besideOthers: number
}

interface Waiting {
  readonly person: (() => void)[]
  readonly system: (() => void)[]
  inHand: number
  /** Acts of people since the last one of the system. */
  personsInARow: number
}

/** A company that has had so many slots in a row is at work alone. */
const actsOfOneAlone = 100

/** So that a company whose people never pause still receives. */
const personsBeforeTheSystem = 3

/**
 * Acts of all companies take slots. Each company has a queue of its own; a free place goes to the company that holds the
 * fewest, in rotation among equals. Who asks for a thousand acts waits for them in its own queue, and the neighbour's next
 * act waits for one of them at most.
 */
export function fairQueue<Owner = CompanyId>(places: Places): FairQueue<Owner> {
  /** Who waits or has something in hand; the company that was served longest ago comes first. */
  const companies = new Map<Owner, Waiting>()
  let inHand = 0
  let latest: Owner | null = null
  let actsInARow = 0

  return {
    async take(owner, rank, act) {
      await new Promise<void>((resolve) => {
        queueOf(owner)[rank].push(resolve)
        serve()
      })
      try {
        return await act()
      } finally {
        leave(owner)
        serve()
      }
    },
  }

  function queueOf(owner: Owner): Waiting {
    const line = companies.get(owner) ?? { person: [], system: [], inHand: 0, personsInARow: 0 }
    companies.set(owner, line)
    return line
  }

  function serve(): void {
    while (inHand < places.all) {
      const next = nextCompany()
      if (next === null) return
      const [owner, line] = next
      companies.delete(owner)
      companies.set(owner, line) // to the end of the rotation
      line.inHand += 1
      inHand += 1
      actsInARow = owner === latest ? actsInARow + 1 : 0
      latest = owner
      nextOf(line)?.()
    }
  }

  /** Whoever holds none is taken at once, so no more are looked at than there are places. */
  function nextCompany(): [Owner, Waiting] | null {
    let next: [Owner, Waiting] | null = null
    const most = actsInARow >= actsOfOneAlone ? places.perCompany : places.besideOthers
    for (const company of companies) {
      const [, line] = company
      if (line.inHand >= (next?.[1].inHand ?? most)) continue
      if (line.person.length + line.system.length === 0) continue
      if (line.inHand === 0) return company
      next = company
    }
    return next
  }

  function nextOf(line: Waiting): (() => void) | undefined {
    const isTurnOfTheSystem = line.personsInARow >= personsBeforeTheSystem || line.person.length === 0
    if (isTurnOfTheSystem && line.system.length > 0) {
      line.personsInARow = 0
      return line.system.shift()
    }
    line.personsInARow += 1
    return line.person.shift()
  }

  function leave(owner: Owner): void {
    const line = queueOf(owner)
    line.inHand -= 1
    inHand -= 1
    if (line.inHand + line.person.length + line.system.length === 0) companies.delete(owner)
  }
}
