import type { PlatformWork } from '../../platform/work'
import { recordForSuperUsers } from '../plans/record-for-super-users'
import { paymentsWait } from './billing.events'
import { countPlatformInvoices } from './billing.queries'

/** Tells the platform's owners, wherever they sit, how many payments wait for them by now. */
export async function tellOwners(work: PlatformWork): Promise<void> {
  const { count } = await work.db.one(countPlatformInvoices, ['', 'attention'])
  await recordForSuperUsers(work, paymentsWait, { count })
}
