import type { OpenInvoiceChoice } from '@balcao/domain/invoices'
import type { PersonActor } from '@balcao/domain/people'
import { hook } from '../../platform/hooks'

/** The company's days begin at another moment: what is kept by day is another day's now. Its row is locked. */
export const companyDaysChanged = hook<Record<never, never>>('company days changed')

/** The due date was moved on by hand, by the platform's owner; what becomes of an open invoice. */
export const companyExtended = hook<{ openInvoice: OpenInvoiceChoice; owner: PersonActor }>(
  'company extended',
)
