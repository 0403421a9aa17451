import type { PlatformWork } from '../../platform/work'
import { paymentsWait } from './billing.events'
import { companiesOfOwners, countPlatformInvoices } from './billing.queries'

/** Tells the platform's owners, wherever they sit, how many payments wait for them by now. */
export async function tellOwners(work: PlatformWork): Promise<void> {
  const { count } = await work.db.one(countPlatformInvoices, ['', 'attention'])
  const companies = await work.db.rows(companiesOfOwners, [])
  if (companies.length === 0) return
  work.recordIn(
    companies.map(({ company_id }) => company_id),
    paymentsWait,
    { count },
  )
}
