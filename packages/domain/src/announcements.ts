/** How much an announcement presses: 1 high, 2 medium, 3 low (ANNOUNCE-02). */
export const announcementPriorities = [1, 2, 3] as const
export type AnnouncementPriority = (typeof announcementPriorities)[number]

/** What goes with an announcement: pictures of these kinds, by content (ANNOUNCE-06). */
export function isAnnouncementPicture(mimetype: string): boolean {
  return mimetype === 'image/png' || mimetype === 'image/jpeg'
}

interface Ranked {
  readonly id: number
  readonly priority: AnnouncementPriority
  /** ISO 8601. */
  readonly createdAt: string
}

/** The order in which they are shown: by priority, then the newest first (ANNOUNCE-09). */
export function byPriority(one: Ranked, other: Ranked): number {
  return one.priority - other.priority || other.createdAt.localeCompare(one.createdAt) || other.id - one.id
}
