import type { PlatformWork } from '../../platform/work'
import { recordForSuperUsers } from '../plans/record-for-super-users'
import { companiesChanged } from './companies.events'

/** The lists of companies are read again. Of an act in one company, which records nothing elsewhere, this follows it. */
export function tellCompaniesChanged(work: PlatformWork): Promise<void> {
  return recordForSuperUsers(work, companiesChanged, {})
}
