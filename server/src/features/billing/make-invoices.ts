import { invoiceDaysBeforeDueDate } from '@balcao/domain/invoices'
import type { PlatformWork, Workplace } from '../../platform/work'
import { recordCompaniesChanged } from '../companies/record-companies-changed'
import { renewFreeCompany } from '../companies/renew-company'
import {
  companiesToInvoice,
  companiesToReprice,
  freeCompaniesToRenew,
  insertInvoices,
  repriceInvoices,
} from './billing.queries'
import { invoicePriceColumns } from './price-invoices'

/** Creates due invoices (INVOICE-08) and returns their number. A unique index makes concurrent runs safe. */
export async function makeDueInvoices({ db, now }: PlatformWork): Promise<number> {
  const changed = await db.rows(companiesToReprice)
  if (changed.length > 0) await db.run(repriceInvoices, { ...invoicePriceColumns(changed), at: now })
  const owing = await db.rows(companiesToInvoice, { at: now, ahead: invoiceDaysBeforeDueDate })
  if (owing.length === 0) return 0
  return (await db.rows(insertInvoices, { ...invoicePriceColumns(owing), at: now })).length
}

export async function renewFreeCompanies(workplace: Workplace): Promise<void> {
  const ending = await workplace.withPlatform('free plans that end', ({ db, now }) =>
    db.rows(freeCompaniesToRenew, { at: now }),
  )
  for (const { company_id: companyId } of ending)
    await workplace.withCompany({ kind: 'system', name: 'free plans', companyId }, renewFreeCompany)
  if (ending.length > 0) await workplace.withPlatform('free plans that ended', recordCompaniesChanged)
}
