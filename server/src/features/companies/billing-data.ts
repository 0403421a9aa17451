import type { CompanyWork, PlatformWork } from '../../platform/work'
import { type SupportContactRow, upsertSupportContact } from './companies.queries'
import {
  type BillingDataRow,
  billingDataOfCurrentCompany,
  saveBillingDataOfCurrentCompany,
} from './renewal.queries'

/** The payer's data for invoices (COMPANY-02). */
export interface BillingData {
  readonly name: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zipcode: string
}

export function readBillingDataOfCompany({ db }: Pick<CompanyWork, 'db'>): Promise<BillingDataRow> {
  return db.one(billingDataOfCurrentCompany)
}

/** Saves the payer's data. An empty field leaves the stored value. */
export async function saveBillingData(
  { db, now }: Pick<CompanyWork, 'db' | 'now'>,
  { name, address, city, state, zipcode }: BillingData,
): Promise<void> {
  await db.one(saveBillingDataOfCurrentCompany, {
    name,
    street: address,
    city,
    state,
    zipCode: zipcode,
    at: now,
  })
}

/** The contact for questions about the subscription, for all companies (SUBSCR-14). */
export function saveSupportContact(
  { db }: PlatformWork,
  { name, email, phone }: SupportContactRow,
): Promise<SupportContactRow> {
  return db.one(upsertSupportContact, { name, email, phone })
}
