import type { CompanyId } from '@balcao/domain/ids'

/** Who waits for an act. Within a company, acts of persons mostly run before acts of the system. */
export type ActRank = 'person' | 'system'

/** Runs acts in a limited number of slots, shared fairly between companies or other owners, such as addresses. */
export interface FairQueue<Owner = CompanyId> {
  /** Runs `act` in a slot of the owner. It must not call `take` and wait for it: both acts may need the last slot. */
  take<T>(owner: Owner, rank: ActRank, act: () => Promise<T>): Promise<T>
}

/** How many acts may run at once. `perCompany` is below `all`, so that other companies find a free slot. */
export interface FairQueueLimits {
  readonly all: number
  readonly perCompany: number
  /**
   * The most system acts of a company while another company is active: more acts than processors would only slow the
   * other company down. Acts of persons may use one more slot. A company that is active alone may use `perCompany`
   * slots, the last of them only for acts of persons, so that no person waits for system acts that wait for a lock.
   * `besideOthers` is below `perCompany`, unless `perCompany` is one.
   */
  readonly besideOthers: number
}

interface WaitingActs {
  readonly person: (() => void)[]
  readonly system: (() => void)[]
  inHand: number
  systemInHand: number
  /** How many acts of persons have run since the last act of the system. */
  personsInARow: number
}

/** A company that gets this many slots in a row, with no other company in between, counts as the only active one. */
const maxActsPerCompany = 100

/** After this many acts of persons the system gets a slot, so that inbound events continue in a busy company. */
const personsBeforeTheSystem = 3

/** A free slot goes to the company that uses the fewest, so a company with a thousand acts delays only itself. */
export function createFairQueue<Owner = CompanyId>(places: FairQueueLimits): FairQueue<Owner> {
  /** Companies that wait for a slot or use one. The company that was served longest ago is first. */
  const companies = new Map<Owner, WaitingActs>()
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
        leave(owner, rank)
        serve()
      }
    },
  }

  function queueOf(owner: Owner): WaitingActs {
    const line = companies.get(owner) ?? {
      person: [],
      system: [],
      inHand: 0,
      systemInHand: 0,
      personsInARow: 0,
    }
    companies.set(owner, line)
    return line
  }

  function serve(): void {
    while (inHand < places.all) {
      const next = nextCompany()
      if (next === null) return
      const [owner, line] = next
      companies.delete(owner)
      companies.set(owner, line) // moves the company to the end of the rotation
      const begin = takeNext(line)
      line.inHand += 1
      inHand += 1
      actsInARow = owner === latest ? actsInARow + 1 : 0
      latest = owner
      begin?.()
    }
  }

  /** The company with the fewest running acts. The search ends at one without any, so it reads few companies. */
  function nextCompany(): [Owner, WaitingActs] | null {
    let next: [Owner, WaitingActs] | null = null
    for (const company of companies) {
      const [, line] = company
      if (!mayTake(line, 'person') && !mayTake(line, 'system')) continue
      if (next !== null && line.inHand >= next[1].inHand) continue
      if (line.inHand === 0) return company
      next = company
    }
    return next
  }

  /** Whether an act of this rank waits and the company's limits allow it now. */
  function mayTake(line: WaitingActs, rank: ActRank): boolean {
    const { perCompany, besideOthers } = places
    const isAlone = actsInARow >= maxActsPerCompany
    const most = isAlone ? perCompany : Math.min(perCompany, besideOthers + 1)
    if (line[rank].length === 0 || line.inHand >= most) return false
    return rank === 'person' || line.systemInHand < (isAlone ? Math.max(1, perCompany - 1) : besideOthers)
  }

  function takeNext(line: WaitingActs): (() => void) | undefined {
    const isTurnOfTheSystem = line.personsInARow >= personsBeforeTheSystem || line.person.length === 0
    if (isTurnOfTheSystem && mayTake(line, 'system')) {
      line.personsInARow = 0
      line.systemInHand += 1
      return line.system.shift()
    }
    line.personsInARow += 1
    return line.person.shift()
  }

  function leave(owner: Owner, rank: ActRank): void {
    const line = queueOf(owner)
    line.inHand -= 1
    if (rank === 'system') line.systemInHand -= 1
    inHand -= 1
    if (line.inHand + line.person.length + line.system.length === 0) companies.delete(owner)
  }
}
