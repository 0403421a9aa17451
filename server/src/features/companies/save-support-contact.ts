import type { PlatformWork } from '../../platform/work'
import { keepSupportContact, type SupportContactRow } from './companies.queries'

/** The contact for questions about the subscription, for all companies (SUBSCR-14). */
export function saveSupportContact(
  { db }: PlatformWork,
  { name, email, phone }: SupportContactRow,
): Promise<SupportContactRow> {
  return db.one(keepSupportContact, { name, email, phone })
}
