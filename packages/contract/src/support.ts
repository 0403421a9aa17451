import type { CompanyId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { signedInSession } from './people'
import { idParam, requiredText, resultMessageAnswer } from './wire-values'

export const supportVisitForm = z.object({
  reason: requiredText(200).min(5, 'Too Short!'),
})

export const beginSupportVisit = endpoint('POST /companies/:companyId/support', {
  name: 'support.begin',
  summary: 'The super user enters a company as its support, for an hour at most; its people see it',
  access: 'companies.manage',
  planFlag: 'none',
  params: z.object({ companyId: idParam<CompanyId>() }),
  body: supportVisitForm,
  answer: signedInSession,
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_OWN_COMPANY', 'ERR_SUPPORT_CLOSED_COMPANY'],
})

export const leaveSupportVisit = endpoint('POST /support/leave', {
  name: 'support.leave',
  summary: 'Ends the visit from the side of support, and restores its own session from the cookie',
  access: 'public', // the call must also work after the visit has expired
  planFlag: 'none',
  answer: signedInSession,
  errors: ['ERR_SESSION_EXPIRED'],
})

export const endSupportVisit = endpoint('DELETE /support', {
  name: 'support.end',
  summary: 'Ends the visit from the side of the company',
  access: 'settings.manage',
  planFlag: 'none',
  answer: resultMessageAnswer,
})
