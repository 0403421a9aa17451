import type { getCheckout, InvoiceView, PlatformInvoiceView } from '@balcao/contract/billing'
import type { AnswerOf } from '@balcao/contract/endpoint'
import { limits } from '@balcao/domain/limits'
import { monthsPerPayment } from '@balcao/domain/recurrence'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { ownBillingData } from '../companies/billing-data'
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
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count }] = await Promise.all([
    db.rows(invoicesPage, { words, limit: limits.listPage, offset }),
    db.one(countInvoices, { words }),
  ])
  return { invoices: rows.map(invoiceView), count, hasMore: count > offset + rows.length }
}

export async function listPlatformInvoices(
  { db }: Pick<PlatformWork, 'db'>,
  { searchParam, pageNumber, status }: InvoiceQuery & { readonly status: string },
): Promise<BillingPage<PlatformInvoiceView>> {
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const rows = await db.rows(platformInvoices, { words, status, limit: limits.listPage, offset })
  const { count } = await db.one(countPlatformInvoices, { words, status })
  return { invoices: rows.map(platformInvoiceView), count, hasMore: count > offset + rows.length }
}

export async function readCheckout(
  work: Pick<CompanyWork, 'db'>,
  provider: AnswerOf<typeof getCheckout>['provider'],
): Promise<AnswerOf<typeof getCheckout>> {
  const kept = await ownBillingData(work)
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
