import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { saveSupportUser } from './users.queries'

/**
 * Returns the user as whom the platform's support acts in this company, under the supporter's name. It has the rights
 * of an admin, is in no list, counts for no limit, and has no password that signs in.
 */
export async function supportUser({ db, now, newUuid }: CompanyWork, supporterName: string): Promise<UserId> {
  // RFC 2606 reserves this domain, so no stranger can register the address first.
  const email = `${newUuid()}@support.invalid`
  return (await db.one(saveSupportUser, { name: `${supporterName} · Suporte`, email, at: now })).id
}
