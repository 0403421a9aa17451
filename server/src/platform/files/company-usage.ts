import type { CompanyId } from '@balcao/domain/ids'
import { companyFilePartCount, companyFilePartOf, type FileKey } from './file-store'

export interface CompanyStorageUsage {
  /** The bytes of a company's files. The first call counts them, which takes a while. */
  usedBytes(companyId: CompanyId): Promise<number>
  /** The bytes of a company's files without waiting for the count; null until the first count has finished. */
  knownBytes(companyId: CompanyId): number | null
  /** Runs `act`, which adds or removes this file and returns the added bytes. A failed act must change nothing. */
  changing(companyId: CompanyId, key: FileKey, act: () => Promise<number>): Promise<void>
  forget(companyId: CompanyId): void
}

export interface CompanyStorageUsageSettings {
  /** The bytes of this part of a company's files and as many following parts as the store reads at once. */
  readonly bytesFrom: (companyId: CompanyId, part: number) => Promise<readonly number[]>
  /** After this time a sum is counted again, because other processes store files too. */
  readonly recountAfterMs?: number | undefined
  readonly nowMs?: () => number
}

interface Count {
  bytes: number
  /** The first part that is not counted yet. */
  part: number
  /**
   * The parts in which a file was added or removed before the count had finished them. The count drops what it has read
   * of such a part, and reads the part again.
   */
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
 * Keeps the sum of each company's bytes in memory, so that a crash leaves no wrong number. Other processes store files
 * too, so a sum older than `recountAfterMs` is counted again. It is used until the new count ends.
 */
export function trackCompanyStorageUsage({
  bytesFrom,
  recountAfterMs = Number.POSITIVE_INFINITY,
  nowMs = () => performance.now(),
}: CompanyStorageUsageSettings): CompanyStorageUsage {
  const counts = new Map<CompanyId, Count>()
  /** The repeated counts of companies whose sum is too old. */
  const recounts = new Map<CompanyId, Count>()
  /** The changes that run now. A count may or may not include their files, so it reads these files' parts again. */
  const changes = new Set<CompanyUsageChange>()

  return {
    async usedBytes(companyId) {
      const count = countOf(companyId)
      await count.done
      return Math.round(count.bytes)
    },
    knownBytes(companyId) {
      const { part, bytes } = countOf(companyId)
      return part === companyFilePartCount ? Math.round(bytes) : null
    },
    async changing(companyId, key, act) {
      const done = act()
      const change = { companyId, part: companyFilePartOf(key), done }
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
        // If `forget` was called during the count, it has removed the recount, and the result is dropped.
        if (recounts.get(companyId) !== recount) return
        recounts.delete(companyId)
        counts.set(companyId, recount)
      }
      recount.done.then(replace, () => undefined) // after a failure, the next call starts a new recount
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
      // a failed count is forgotten: the caller gets the error, and the next call counts again
      if (among.get(companyId) === count) among.delete(companyId)
    })
    return count
  }

  async function countAll(companyId: CompanyId, count: Count): Promise<void> {
    while (count.part < companyFilePartCount) {
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
