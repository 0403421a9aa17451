import type { getCheckout, InvoiceView, PlatformInvoiceView } from '@balcao/contract/billing'
import type { AnswerOf } from '@balcao/contract/endpoint'
import { monthsPerPayment } from '@balcao/domain/recurrence'
import { readListPage } from '../../platform/database/list-page'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { readBillingDataOfCompany } from '../companies/billing-data'
import { countInvoices, countPlatformInvoices, invoicesPage, platformInvoices } from './billing.queries'
import { invoiceView, platformInvoiceView } from './billing.view'

interface InvoiceQuery {
  readonly searchParam: string
  readonly pageNumber: number
}
interface BillingPage<Item> {
  readonly invoices: Item[]
  readonly count: number
  readonly hasMore: boolean
}

export async function listInvoices(
  { db }: Pick<CompanyWork, 'db'>,
  { searchParam, pageNumber }: InvoiceQuery,
): Promise<BillingPage<InvoiceView>> {
  const statements = { page: invoicesPage, count: countInvoices }
  const { rows, ...page } = await readListPage(db, statements, { words: searchParam.trim() }, pageNumber)
  return { invoices: rows.map(invoiceView), ...page }
}

export async function listPlatformInvoices(
  { db }: Pick<PlatformWork, 'db'>,
  { searchParam, pageNumber, status }: InvoiceQuery & { readonly status: string },
): Promise<BillingPage<PlatformInvoiceView>> {
  const statements = { page: platformInvoices, count: countPlatformInvoices }
  const filter = { words: searchParam.trim(), status }
  const { rows, ...page } = await readListPage(db, statements, filter, pageNumber)
  return { invoices: rows.map(platformInvoiceView), ...page }
}

export async function readCheckout(
  work: Pick<CompanyWork, 'db'>,
  provider: AnswerOf<typeof getCheckout>['provider'],
): Promise<AnswerOf<typeof getCheckout>> {
  const kept = await readBillingDataOfCompany(work)
  return {
    provider,
    planId: kept.plan_id,
    months: monthsPerPayment(kept.recurrence),
    billing: {
      name: kept.billing_name ?? '',
      address: kept.address_street ?? '',
      city: kept.address_city ?? '',
      state: kept.address_state ?? '',
      zipcode: kept.address_zip_code ?? '',
    },
  }
}
