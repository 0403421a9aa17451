import * as calls from '@balcao/contract/official-numbers'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute } from '../../platform/http/route'
import { checkNumberJob, orderCheck } from './check-numbers'
import { accountChanged } from './official-numbers.hooks'
import { type WebhookDependencies, webhookRoute } from './receive-webhook'
import { checkNumber, findNumbers, officialNumber, type SetUpParts, setUp } from './set-up'

/** Numbers of WhatsApp's official API: their set-up, their state at Meta, and the webhook that they share. */
export function officialNumbersFeature(parts: SetUpParts & WebhookDependencies): Feature {
  return {
    name: 'officialNumbers',
    routes: [
      readRoute(calls.getOfficialNumber, (work, { params }) =>
        officialNumber(work, parts, params.connectionId),
      ),
      callerRoute(calls.listAccountPhoneNumbers, (caller, input) => findNumbers(parts, caller, input)),
      callerRoute(calls.setUpOfficialNumber, (caller, input) => setUp(parts, caller, input)),
      callerRoute(calls.checkOfficialNumber, (caller, { params }) =>
        checkNumber(parts, caller, params.connectionId),
      ),
    ],
    signedRoutes: [webhookRoute(parts)],
    jobs: [checkNumberJob(parts)],
    hooks: [onHook(accountChanged, async (work, { connectionId }) => orderCheck(work, connectionId))],
  }
}
