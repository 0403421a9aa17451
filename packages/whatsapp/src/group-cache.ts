import { shownName } from '@balcao/domain/shown-name'
import type { GroupMetadata } from 'baileys'
import { boundedCache } from './bounded-cache'
import type { Clock } from './clock'

const trustedForMs = 5 * 60_000

/** Metadata of our groups, cached for a short while so that not every message to a group asks for its members. */
export interface GroupCache {
  get(jid: string): Promise<GroupMetadata>
  /** Evicts this group after a change. */
  forget(jid: string): void
}

export function groupCache(clock: Clock, ask: (jid: string) => Promise<GroupMetadata>): GroupCache {
  const known = boundedCache<{ at: number; metadata: GroupMetadata }>(200)
  return {
    async get(jid) {
      const kept = known.get(jid)
      if (kept !== undefined && clock.now() - kept.at < trustedForMs) return kept.metadata
      const fetched = await ask(jid)
      const metadata = { ...fetched, subject: shownName(fetched.subject) }
      known.set(jid, { at: clock.now(), metadata })
      return metadata
    },
    forget: (jid) => known.delete(jid),
  }
}
