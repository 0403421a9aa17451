import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { savePasswordHash } from './users.queries'

/** Stores another hash of the same password. Sessions stay, and the user's form shows no change. */
export async function replacePasswordHash(
  { db }: Pick<CompanyWork, 'db'>,
  id: UserId,
  passwordHash: string,
): Promise<void> {
  await db.run(savePasswordHash, { id, passwordHash })
}
