import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { stampLastSeen } from './users.queries'

/** The user is at the screen: their page says so on load and every five minutes (RT-17). */
export async function noteSeen({ db, now }: CompanyWork, userId: UserId): Promise<void> {
  await db.run(stampLastSeen, [userId, now])
}
