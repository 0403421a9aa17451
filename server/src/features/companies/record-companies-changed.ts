import type { PlatformWork } from '../../platform/work'
import { recordEventForSuperUsers } from '../plans/record-for-super-users'
import { companiesChanged } from './companies.events'

/** Makes super users' clients reload their lists of companies. Call it after the change, in a platform transaction. */
export function recordCompaniesChanged(work: PlatformWork): Promise<void> {
  return recordEventForSuperUsers(work, companiesChanged, {})
}
