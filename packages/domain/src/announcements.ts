/** The priority of an announcement: 1 high, 2 medium, 3 low (ANNOUNCE-02). */
export const announcementPriorities = [1, 2, 3] as const
export type AnnouncementPriority = (typeof announcementPriorities)[number]

/** True for a permitted picture; `mimetype` is detected from the file's content (ANNOUNCE-06). */
export function isAnnouncementPictureType(mimetype: string): boolean {
  return mimetype === 'image/png' || mimetype === 'image/jpeg'
}

interface Ranked {
  readonly id: number
  readonly priority: AnnouncementPriority
  readonly createdAt: string
}

/** The sort order of announcements on screens: by priority, then the newest first (ANNOUNCE-09). */
export function compareAnnouncements(one: Ranked, other: Ranked): number {
  return one.priority - other.priority || other.createdAt.localeCompare(one.createdAt) || other.id - one.id
}
