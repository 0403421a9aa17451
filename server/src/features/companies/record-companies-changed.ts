import type { PlatformWork } from '../../platform/work'
import { recordEventForSuperUsers } from '../plans/record-for-super-users'
import { companiesChanged } from './companies.events'

/** Updates the super users' lists of companies. Runs after the change, which can't record events in other companies. */
export function recordCompaniesChanged(work: PlatformWork): Promise<void> {
  return recordEventForSuperUsers(work, companiesChanged, {})
}
