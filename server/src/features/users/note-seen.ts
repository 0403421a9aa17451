import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { stampLastSeen } from './users.queries'

/** Stores that the user is at the screen: the page reports it on load and every five minutes (RT-17). */
export async function noteSeen({ db, now }: CompanyWork, userId: UserId): Promise<void> {
  await db.run(stampLastSeen, { id: userId, at: now })
}
