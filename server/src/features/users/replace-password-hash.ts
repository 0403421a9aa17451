import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { savePasswordHash } from './users.queries'

/** Stores a new hash of the same password, for example a stronger one. The user's sessions stay. */
export async function replacePasswordHash(
  { db }: Pick<CompanyWork, 'db'>,
  id: UserId,
  passwordHash: string,
): Promise<void> {
  await db.run(savePasswordHash, { id, passwordHash })
}
