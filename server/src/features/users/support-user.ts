import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { saveSupportUser } from './users.queries'

/** The user as whom the platform's support acts in this company, under the name of who comes. It is an admin of the
 *  company and nothing more, stands in no list and counts for no limit, and no password opens it. */
export async function supportUser({ db, now, newUuid }: CompanyWork, supporterName: string): Promise<UserId> {
  // RFC 2606: nobody can have this domain, and no stranger can take the address first.
  const email = `${newUuid()}@support.invalid`
  return (await db.one(saveSupportUser, [`${supporterName} · Suporte`, email, now])).id
}
