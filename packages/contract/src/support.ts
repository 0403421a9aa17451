import type { CompanyId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { session } from './people'
import { idParam, messageAnswer, textField } from './wire-values'

export const supportVisitForm = z.object({
  reason: textField(200, 'Required').trim().min(1, 'Required').min(5, 'Too Short!'),
})

export const beginSupportVisit = endpoint({
  name: 'support.begin',
  summary: 'The super user enters a company as its support, for an hour at most; its people see it',
  method: 'POST',
  path: '/companies/:companyId/support',
  access: 'companies.manage',
  planFlag: 'none',
  params: z.object({ companyId: idParam<CompanyId>() }),
  body: supportVisitForm,
  answer: session,
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_OWN_COMPANY', 'ERR_SUPPORT_CLOSED_COMPANY'],
})

export const leaveSupportVisit = endpoint({
  name: 'support.leave',
  summary: 'Ends the visit from the side of support, and restores its own session from the cookie',
  method: 'POST',
  path: '/support/leave',
  access: 'public', // must also work after the visit has expired
  planFlag: 'none',
  answer: session,
  errors: ['ERR_SESSION_EXPIRED'],
})

export const endSupportVisit = endpoint({
  name: 'support.end',
  summary: 'Ends the visit from the side of the company',
  method: 'DELETE',
  path: '/support',
  access: 'settings.manage',
  planFlag: 'none',
  answer: messageAnswer,
})
