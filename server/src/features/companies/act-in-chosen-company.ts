import type { CompanyId } from '@balcao/domain/ids'
import type { UserCaller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { ownCompanyOrNull } from './companies.read'

/** Runs `act` in the chosen company. Only the platform's owner may choose another one; others do not find it. */
export function actInChosenCompany<T>(
  caller: UserCaller,
  companyId: CompanyId | null | undefined,
  act: (work: CompanyWork) => Promise<T>,
): Promise<T> {
  if (!isOtherCompany(caller, companyId)) return caller.act(act)
  if (!caller.actor.isSuper) throw refuse('ERR_NO_COMPANY_FOUND')
  return caller.actIn(companyId, async (work) => {
    if ((await ownCompanyOrNull(work)) === null) throw refuse('ERR_NO_COMPANY_FOUND')
    return act(work)
  })
}

export function isOtherCompany(
  { actor }: UserCaller,
  companyId: CompanyId | null | undefined,
): companyId is CompanyId {
  return companyId !== null && companyId !== undefined && companyId !== actor.companyId
}
