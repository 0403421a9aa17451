import type { CompanyId } from '@balcao/domain/ids'
import { refuse } from '../refusal'
import { platformFolder } from './file-store'

export interface RoomSettings {
  /** Bytes of the disk that no file may take. */
  readonly reserveBytes: number
  /** Free bytes of the disk now. */
  readonly freeBytes: () => Promise<number>
  /** Bytes that a company's plan lets it store; null is no limit. */
  readonly quotaBytesOf: (companyId: CompanyId) => Promise<number | null>
  /** Bytes that a company has stored. */
  readonly usedBytes: (companyId: CompanyId) => Promise<number>
}

/** Room for one file that is being written, which no other file gets meanwhile. */
export interface HeldRoom {
  /** Makes sure of room for a file of so many bytes, before they are written. Refuses where there is none. */
  growTo(bytes: number): Promise<void>
  /** The disk counts these as taken from now on. */
  wrote(bytes: number): void
  /** The file is counted as stored, or gone. */
  release(): void
}

/** Of the free room, what announced files of one company may hold and not have written: others always find the rest. */
const shareOfOne = 1 / 4

/** A file may be larger than it was said to be: it then asks for more room in steps of this size. */
const stepBytes = 1 << 20

/**
 * Room on the disk and in the quota of each company, for files that are on their way. What was promised to them is counted
 * as taken: uploads that begin at the same time, or never end, can't fill the disk together. One announced file may be of
 * any size; several of a company have its share.
 */
export function fileRoom({ reserveBytes, freeBytes, quotaBytesOf, usedBytes }: RoomSettings) {
  /** Promised, and not written yet: in all, and to announced files by company. */
  let unwritten = 0
  const announced = new Map<CompanyId, number>()
  /** Promised to files of a company that are not stored yet; nothing of companies that store nothing. */
  const promised = new Map<CompanyId, number>()

  return {
    /** `isOwed`: the company's quota does not keep it from being stored. */
    hold(companyId: CompanyId, { isOwed, isAnnounced }: { isOwed: boolean; isAnnounced: boolean }): HeldRoom {
      let held = 0
      let written = 0
      let quota: Promise<number | null> | undefined
      return {
        async growTo(bytes) {
          if (bytes <= held) return
          const more = Math.max(bytes - held, held === 0 ? 0 : stepBytes)
          add(promised, companyId, more)
          addUnwritten(more)
          held += more
          const free = await freeBytes()
          if (free - unwritten < reserveBytes) throw refuse('ERR_STORAGE_FULL')
          if (isAnnounced && isOverShare(free - reserveBytes)) throw refuse('ERR_TOO_MANY_UPLOADS')
          if (isOwed || companyId === platformFolder) return
          quota ??= quotaBytesOf(companyId)
          const limit = await quota
          if (limit !== null && (await usedBytes(companyId)) + (promised.get(companyId) ?? 0) > limit)
            throw refuse('ERR_COMPANY_STORAGE_FULL')
        },
        wrote(bytes) {
          written += bytes
          addUnwritten(-bytes)
        },
        release() {
          addUnwritten(written - held)
          add(promised, companyId, -held)
          held = 0
          written = 0
        },
      }

      function addUnwritten(bytes: number): void {
        unwritten += bytes
        if (isAnnounced) add(announced, companyId, bytes)
      }

      function isOverShare(room: number): boolean {
        const ofCompany = announced.get(companyId) ?? 0
        const isAlone = ofCompany === held - written
        return !isAlone && ofCompany > room * shareOfOne
      }
    },
  }
}

function add(sums: Map<CompanyId, number>, companyId: CompanyId, bytes: number): void {
  const now = (sums.get(companyId) ?? 0) + bytes
  if (now === 0) sums.delete(companyId)
  else sums.set(companyId, now)
}
