import type { UnpaidInvoiceAction } from '@balcao/domain/invoices'
import type { PersonActor } from '@balcao/domain/people'
import { hook } from '../../platform/hooks'

/** The time zone changed, so data stored by day is invalid: listeners delete it. The company's row is locked. */
export const companyTimeZoneChanged = hook<Record<never, never>>('company days changed')

/** The platform's owner extended the due date by hand. `openInvoice` says what happens to an open invoice. */
export const companyDueDateExtended = hook<{ openInvoice: UnpaidInvoiceAction; owner: PersonActor }>(
  'company extended',
)
