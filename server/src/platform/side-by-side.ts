import { gatheringOn } from './database/gathering'
import { type CompanyWork, isPassingConflict } from './work'

/**
 * Parts of one act that go on side by side, on its one connection: what they ask in one breath, the database is asked
 * together. They must touch nothing in common. Ends when all have ended, and rejects then if one of them did.
 */
export async function sideBySide<T>(
  work: CompanyWork,
  parts: readonly ((own: CompanyWork) => Promise<T>)[],
): Promise<T[]> {
  const gathering = gatheringOn(work.db)
  const ends = await Promise.allSettled(parts.map((part, at) => part(work.through(gathering.partOf(at)))))
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  // One statement that fails fails all that follow: the conflict is the cause of the others.
  if (failures.length > 0) throw failures.find(isPassingConflict) ?? failures[0]
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
}
