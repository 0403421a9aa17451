import type { CompanyView } from '@balcao/contract/companies'
import * as calls from '@balcao/contract/companies'
import type { CompanyId } from '@balcao/domain/ids'
import type { Feature } from '../../platform/feature'
import { callerRoute, platformRoute, type UserCaller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { hasUnfinishedMoveIn, refuseUnfinishedMoveIn } from '../move-ins/move-ins.access'
import {
  extendCompanyDueDate,
  revokeCompanyDeletion,
  saveCompanyLocale,
  saveOpeningHoursOfCompany,
  scheduleCompanyDeletion,
  updateCompany,
} from './change-company'
import { companiesChanged, companyChanged } from './companies.events'
import { allCompanies, companyToRead, listCompanies, managedCompanyToRead } from './companies.read'
import { recordCompaniesChanged } from './record-companies-changed'

export const companiesFeature: Feature = {
  name: 'companies',
  routes: [
    platformRoute(calls.listCompanies, (work, { query }) => listCompanies(work, query)),
    platformRoute(calls.listAllCompanies, (work) => allCompanies(work)),
    callerRoute(calls.getCompany, (caller, { params }) => readIn(caller, params.companyId)),
    callerRoute(calls.getCompanyPlan, async (caller, { params }) => {
      const company = await readIn(caller, params.companyId)
      const { id, name, email, phone, status, dueDate, createdAt, updatedAt, plan } = company
      return { id, name, email, phone, status, dueDate, createdAt, updatedAt, plan }
    }),
    callerRoute(calls.updateCompany, async (caller, { params: { companyId }, body }) => {
      if (body.status === true) await caller.actOnPlatform((work) => refuseUnfinishedMoveIn(work, companyId))
      return kept(caller, companyId, (work) => updateCompany(work, caller.actor, body))
    }),
    callerRoute(calls.extendCompanyDueDate, (caller, { params, body }) =>
      kept(caller, params.companyId, (work) =>
        extendCompanyDueDate(work, caller.actor, body.dueDate, body.openInvoice),
      ),
    ),
    callerRoute(calls.deleteCompany, async (caller, { params, query }) => ({
      ...(await kept(caller, params.companyId, (work) =>
        scheduleCompanyDeletion(work, caller.actor, query.name),
      )),
      message: 'company will be deleted',
    })),
    callerRoute(calls.revokeCompanyDeletion, async (caller, { params: { companyId } }) => {
      const isMovingIn = await caller.actOnPlatform((work) => hasUnfinishedMoveIn(work, companyId))
      return kept(caller, companyId, (work) => revokeCompanyDeletion(work, caller.actor, isMovingIn))
    }),
    callerRoute(calls.saveCompanyHours, async (caller, { params: { companyId }, body }) => {
      const save = async (work: CompanyWork) => {
        await saveOpeningHoursOfCompany(work, caller.actor, body.schedules)
        return companyToRead(work)
      }
      return isOwn(caller, companyId) ? caller.act(save) : caller.actIn(companyId, save)
    }),
    callerRoute(calls.saveCompanyLocale, async (caller, { params: { companyId }, body }) => {
      const save = async (work: CompanyWork) => {
        await saveCompanyLocale(work, caller.actor, body)
        return companyToRead(work)
      }
      return isOwn(caller, companyId) ? caller.act(save) : caller.actIn(companyId, save)
    }),
  ],
  events: [companyChanged, companiesChanged],
}

async function readIn(caller: UserCaller, companyId: CompanyId): Promise<CompanyView> {
  return isOwn(caller, companyId) ? caller.read(companyToRead) : caller.actIn(companyId, companyToRead)
}

/** Whether it is the caller's own company. Refuses another company unless the caller is the platform's owner. */
function isOwn({ actor }: UserCaller, companyId: CompanyId): boolean {
  if (companyId !== actor.companyId && !actor.isSuper) throw refuse('ERR_NO_COMPANY_FOUND')
  return companyId === actor.companyId
}

/** Runs a change of the platform's owner on a company, and returns the company afterwards. */
async function kept(caller: UserCaller, companyId: CompanyId, act: (work: CompanyWork) => Promise<void>) {
  const company = await caller.actIn(companyId, async (work) => {
    await act(work)
    return managedCompanyToRead(work)
  })
  await caller.actOnPlatform(recordCompaniesChanged)
  return company
}
