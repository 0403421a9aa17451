import type { PlatformWork } from '../../platform/work'
import { recordEventForSuperUsers } from '../plans/record-for-super-users'
import { companiesChanged } from './companies.events'

/** For super users' lists. Runs after a transaction in one company, which cannot record events elsewhere. */
export function recordCompaniesChanged(work: PlatformWork): Promise<void> {
  return recordEventForSuperUsers(work, companiesChanged, {})
}
