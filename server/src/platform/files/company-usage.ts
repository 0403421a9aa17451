import type { CompanyId } from '@balcao/domain/ids'
import { type FileKey, partOfFileKey, partsPerCompany } from './file-store'

export interface CompanyUsage {
  /** Bytes of a company's files. The first call counts them, which takes a while. */
  usedBytes(companyId: CompanyId): Promise<number>
  /** The counted bytes without waiting; null until the count has finished. */
  knownBytes(companyId: CompanyId): number | null
  /**
   * Runs an act that adds the file of this key or removes it. The act returns the added bytes, negative for a removal.
   * A failed act must change nothing.
   */
  changing(companyId: CompanyId, key: FileKey, act: () => Promise<number>): Promise<void>
  forget(companyId: CompanyId): void
}

export interface UsageSettings {
  /** The bytes of a company's files in this part, and in as many of the next ones as the store reads at once. */
  readonly bytesFrom: (companyId: CompanyId, part: number) => Promise<readonly number[]>
  /** The age of a sum that counts again, because other processes store files too. Absent: this process runs alone. */
  readonly recountAfterMs?: number | undefined
  readonly nowMs?: () => number
}

interface Count {
  bytes: number
  /** The parts below this one are counted. */
  part: number
  /** The parts that have changed during the count of the next ones. */
  readonly changed: Set<number>
  done: Promise<void>
  doneAtMs: number
}

interface CompanyUsageChange {
  readonly companyId: CompanyId
  readonly part: number
  readonly done: Promise<number>
}

/**
 * Tracks the bytes of each company's files. They are counted once, one part after the other, and the sum is then
 * updated by each change, so that a crash leaves no wrong number. Changes of other processes are unknown here: where
 * there are some, a sum that is asked for after `recountAfterMs` serves until a new count replaces it.
 */
export function trackCompanyUsage({
  bytesFrom,
  recountAfterMs = Number.POSITIVE_INFINITY,
  nowMs = () => performance.now(),
}: UsageSettings): CompanyUsage {
  const counts = new Map<CompanyId, Count>()
  /** New counts of companies whose sum is old. */
  const recounts = new Map<CompanyId, Count>()
  /** Files being added or removed. A count that runs at the same time may or may not include them, so it restarts. */
  const changes = new Set<CompanyUsageChange>()

  return {
    async usedBytes(companyId) {
      const count = countOf(companyId)
      await count.done
      return Math.round(count.bytes)
    },
    knownBytes(companyId) {
      const { part, bytes } = countOf(companyId)
      return part === partsPerCompany ? Math.round(bytes) : null
    },
    async changing(companyId, key, act) {
      const done = act()
      const change = { companyId, part: partOfFileKey(key), done }
      changes.add(change)
      try {
        note(change, await done)
      } finally {
        changes.delete(change)
      }
    },
    forget(companyId) {
      counts.delete(companyId)
      recounts.delete(companyId)
    },
  }

  function note({ companyId, part }: CompanyUsageChange, bytes: number): void {
    for (const count of [counts.get(companyId), recounts.get(companyId)]) {
      if (count === undefined) continue
      if (part < count.part) count.bytes += bytes
      else count.changed.add(part)
    }
  }

  function countOf(companyId: CompanyId): Count {
    const known = counts.get(companyId)
    if (known === undefined) return begin(companyId, counts)
    if (nowMs() - known.doneAtMs > recountAfterMs && !recounts.has(companyId)) {
      const recount = begin(companyId, recounts)
      const replace = () => {
        // False: the company was forgotten meanwhile.
        if (recounts.get(companyId) !== recount) return
        recounts.delete(companyId)
        counts.set(companyId, recount)
      }
      recount.done.then(replace, () => undefined) // after a failure, the next call counts again
    }
    return known
  }

  function begin(companyId: CompanyId, among: Map<CompanyId, Count>): Count {
    const count: Count = {
      bytes: 0,
      part: 0,
      changed: new Set(),
      done: Promise.resolve(),
      doneAtMs: Number.POSITIVE_INFINITY,
    }
    among.set(companyId, count)
    count.done = countAll(companyId, count)
    count.done.catch(() => {
      if (among.get(companyId) === count) among.delete(companyId) // the caller gets the error; the next call counts again
    })
    return count
  }

  async function countAll(companyId: CompanyId, count: Count): Promise<void> {
    while (count.part < partsPerCompany) {
      count.changed.clear()
      const ofPart = changesOf(companyId).filter(({ part }) => part === count.part)
      await Promise.allSettled(ofPart.map(({ done }) => done))
      for (const bytes of await bytesFrom(companyId, count.part)) {
        const { part } = count
        if (count.changed.has(part) || changesOf(companyId).some((change) => change.part === part)) break
        count.bytes += bytes
        count.part += 1
      }
    }
    count.doneAtMs = nowMs()
  }

  function changesOf(companyId: CompanyId): CompanyUsageChange[] {
    return [...changes].filter((change) => change.companyId === companyId)
  }
}
