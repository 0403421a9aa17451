import type { UnpaidInvoiceAction } from '@balcao/domain/invoices'
import type { PersonActor } from '@balcao/domain/people'
import { hook } from '../../platform/hooks'

/** Days begin at another instant now, so data stored by day is invalid. The company's row is locked. */
export const companyTimeZoneChanged = hook<Record<never, never>>('company days changed')

/** The platform's owner extended the due date by hand. `openInvoice` says what happens to an open invoice. */
export const companyDueDateExtended = hook<{ openInvoice: UnpaidInvoiceAction; owner: PersonActor }>(
  'company extended',
)
