import { gatheringOn } from './database/gathering'
import { type CompanyWork, isPassingConflict } from './work'

/**
 * Runs parts of an act side by side on its one connection, and combines their queries of the same tick. The parts
 * must share no data. Resolves when all have ended, and rejects then if one failed.
 */
export async function sideBySide<T>(
  work: CompanyWork,
  parts: readonly ((own: CompanyWork) => Promise<T>)[],
): Promise<T[]> {
  const gathering = gatheringOn(work.db)
  const ends = await Promise.allSettled(parts.map((part, at) => part(work.through(gathering.partOf(at)))))
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  // One failing statement fails all later ones, so a passing conflict is the cause of the other errors.
  if (failures.length > 0) throw failures.find(isPassingConflict) ?? failures[0]
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
}
