import type { AnnouncementView } from '@balcao/contract/announcements'
import type { AnnouncementId, UserId } from '@balcao/domain/ids'
import { useState } from 'react'
import { z } from 'zod'
import { readStored, store } from '../../lib/browser-storage'

const kept = z.object({ userId: z.number(), ids: z.array(z.number()) })
/** Older ones were deleted long ago. */
const mostKept = 1_000
const nothing: ReadonlySet<number> = new Set()

/** The announcements that this person has seen in this browser; `see` stores those that are shown now. */
export function useSeenAnnouncements(userId: UserId) {
  const [seen, setSeen] = useState(() => storedFor(userId))

  function see(announcements: readonly AnnouncementView[]): void {
    // Announcements load by page: those of pages that are not loaded remain seen.
    const ids = [...new Set([...announcements.map(({ id }) => id), ...seen])].slice(0, mostKept)
    store('announcementsSeen', JSON.stringify({ userId, ids }))
    setSeen(new Set(ids))
  }

  return { isSeen: (id: AnnouncementId) => seen.has(id), see }
}

function storedFor(userId: UserId): ReadonlySet<number> {
  try {
    const parsed = kept.safeParse(JSON.parse(readStored('announcementsSeen') ?? 'null'))
    return parsed.success && parsed.data.userId === userId ? new Set(parsed.data.ids) : nothing
  } catch {
    return nothing // not JSON: another person's, or cut
  }
}
