import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import { errorCode } from '../fatal'

export interface CompanyUsage {
  /** Bytes of a company's files. The first call counts them, which takes a while. */
  usedBytes(companyId: CompanyId): Promise<number>
  /** The counted bytes without waiting; null until the count has finished. */
  knownBytes(companyId: CompanyId): number | null
  /**
   * Runs an act that adds the file of this name or removes it. The act returns the added bytes, negative for a
   * removal. A failed act must change nothing.
   */
  changing(companyId: CompanyId, name: string, act: () => Promise<number>): Promise<void>
  forget(companyId: CompanyId): void
}

interface Count {
  bytes: number
  /** The parts of the folder below this one are counted. */
  part: number
  /** The part that is being counted has changed meanwhile. */
  isStale: boolean
  done: Promise<void>
}

interface CompanyUsageChange {
  readonly companyId: CompanyId
  readonly part: number
  readonly done: Promise<number>
}

const parts = 256

/**
 * Tracks the disk space of each company's files. It is counted once from the folder, in 256 parts one after the
 * other, and then updated by each change, so that a crash leaves no wrong number. Bytes that several names share (a
 * campaign's picture in each of its messages) count once.
 */
export function companyUsage(folder: string): CompanyUsage {
  const counts = new Map<CompanyId, Count>()
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
      return part === parts ? Math.round(bytes) : null
    },
    async changing(companyId, name, act) {
      const part = Number.parseInt(name.slice(0, 2), 16)
      const done = act()
      const change = { companyId, part, done }
      changes.add(change)
      try {
        note(change, await done)
      } finally {
        changes.delete(change)
      }
    },
    forget: (companyId) => void counts.delete(companyId),
  }

  function note({ companyId, part }: CompanyUsageChange, bytes: number): void {
    const count = counts.get(companyId)
    if (count === undefined) return
    if (part < count.part) count.bytes += bytes
    else if (part === count.part) count.isStale = true
  }

  function countOf(companyId: CompanyId): Count {
    const known = counts.get(companyId)
    if (known !== undefined) return known
    const count: Count = { bytes: 0, part: 0, isStale: false, done: Promise.resolve() }
    counts.set(companyId, count)
    count.done = countAll(companyId, count)
    count.done.catch(() => counts.delete(companyId)) // the caller gets the error; the next call counts again
    return count
  }

  async function countAll(companyId: CompanyId, count: Count): Promise<void> {
    while (count.part < parts) {
      count.isStale = false
      await Promise.allSettled(changesIn(companyId, count.part).map(({ done }) => done))
      const part = count.part.toString(16).padStart(2, '0')
      const bytes = await bytesIn(join(folder, String(companyId), part))
      if (count.isStale || changesIn(companyId, count.part).length > 0) continue
      count.bytes += bytes
      count.part += 1
    }
  }

  function changesIn(companyId: CompanyId, part: number): CompanyUsageChange[] {
    return [...changes].filter((change) => change.companyId === companyId && change.part === part)
  }
}

async function bytesIn(place: string): Promise<number> {
  let bytes = 0
  for (const name of (await readdir(place).catch(isMissingFile)) ?? []) {
    const file = await stat(join(place, name)).catch(isMissingFile)
    if (file?.isFile()) bytes += file.size / file.nlink
  }
  return bytes
}

function isMissingFile(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
  throw error
}
