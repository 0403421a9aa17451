import type { PlatformWork } from '../../platform/work'
import { recordEventForSuperUsers } from '../plans/record-for-super-users'
import { undecidedPaymentCountChanged } from './billing.events'
import { countPlatformInvoices } from './billing.queries'

/** Sends the number of payments that wait for a decision to all platform owners, whatever their company. */
export async function notifyOwnersOfUndecidedPayments(work: PlatformWork): Promise<void> {
  const { count } = await work.db.one(countPlatformInvoices, { words: '', status: 'attention' })
  await recordEventForSuperUsers(work, undecidedPaymentCountChanged, { count })
}
