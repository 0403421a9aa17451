import type { CompanyId } from '@balcao/domain/ids'
import { addToCount } from '../add-to-count'
import { refuse } from '../refusal'
import { platformFolderId } from './file-store'

export interface SpaceReservationSettings {
  readonly reserveBytes: number
  readonly freeBytes: () => Promise<number>
  /** The bytes that a company's plan allows; null: no limit. */
  readonly quotaBytesOf: (companyId: CompanyId) => Promise<number | null>
  readonly usedBytes: (companyId: CompanyId) => Promise<number>
}

export interface SpaceReservation {
  /** Extends the reservation to this size before the bytes are written. Refuses if the space is not enough. */
  growTo(bytes: number): Promise<void>
  /** Shrinks the reservation by these bytes, because they are written and the disk counts them as used. */
  wrote(bytes: number): void
  /** Ends the reservation: the file is stored and counted, or deleted. */
  release(): void
}

/** The most bytes of files being sent: each has a second, encrypted file on the disk while WhatsApp receives it. */
export const outgoingFileByteLimits = { all: 256 << 20, perCompany: 128 << 20 }

/** The share of the free space that one company's files with an announced size may reserve together. */
const shareOfOneCompany = 1 / 4

/** A file that exceeds its announced size extends its reservation in steps of this size. */
const stepBytes = 1 << 20

/**
 * Reserves disk space, so that concurrent or endless uploads cannot fill the disk together. One company's files
 * with an announced size may use a quarter of the free space together; a single such file may use all of it.
 */
export function createSpaceReservations({
  reserveBytes,
  freeBytes,
  quotaBytesOf,
  usedBytes,
}: SpaceReservationSettings) {
  /** The bytes of all companies that are reserved and not yet written. `announced`: those of announced files. */
  let unwritten = 0
  const announced = new Map<CompanyId, number>()
  /** The bytes that each company has reserved for files that are not stored yet. */
  const promised = new Map<CompanyId, number>()

  return {
    /** Starts a reservation of 0 bytes. `isOwed`: the company's quota does not apply. */
    hold(
      companyId: CompanyId,
      { isOwed, isAnnounced }: { isOwed: boolean; isAnnounced: boolean },
    ): SpaceReservation {
      let held = 0
      let written = 0
      let quota: Promise<number | null> | undefined
      return {
        async growTo(bytes) {
          if (bytes <= held) return
          const more = Math.max(bytes - held, held === 0 ? 0 : stepBytes)
          addToCount(promised, companyId, more)
          addUnwritten(more)
          held += more
          const free = await freeBytes()
          if (free - unwritten < reserveBytes) throw refuse('ERR_STORAGE_FULL')
          if (isAnnounced && isOverShare(free - reserveBytes)) throw refuse('ERR_TOO_MANY_UPLOADS')
          if (isOwed || companyId === platformFolderId) return
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
          addToCount(promised, companyId, -held)
          held = 0
          written = 0
        },
      }

      function addUnwritten(bytes: number): void {
        unwritten += bytes
        if (isAnnounced) addToCount(announced, companyId, bytes)
      }

      function isOverShare(room: number): boolean {
        const ofCompany = announced.get(companyId) ?? 0
        const isAlone = ofCompany === held - written
        return !isAlone && ofCompany > room * shareOfOneCompany
      }
    },
  }
}
