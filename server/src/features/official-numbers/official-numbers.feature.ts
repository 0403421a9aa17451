import * as calls from '@balcao/contract/official-numbers'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute } from '../../platform/http/route'
import { checkNumberJob, enqueueNumberCheck } from './check-numbers'
import { metaAccountChanged } from './official-numbers.hooks'
import { officialWebhookRoute, type WebhookDependencies } from './receive-webhook'
import {
  checkNumber,
  findNumbersOfAccount,
  readOfficialNumber,
  type SetUpDependencies,
  setUpNumber,
} from './set-up'

export function officialNumbersFeature(parts: SetUpDependencies & WebhookDependencies): Feature {
  return {
    name: 'officialNumbers',
    routes: [
      readRoute(calls.getOfficialNumber, (work, { params }) =>
        readOfficialNumber(work, parts, params.connectionId),
      ),
      callerRoute(calls.listAccountPhoneNumbers, (caller, input) =>
        findNumbersOfAccount(parts, caller, input),
      ),
      callerRoute(calls.setUpOfficialNumber, (caller, input) => setUpNumber(parts, caller, input)),
      callerRoute(calls.checkOfficialNumber, (caller, { params }) =>
        checkNumber(parts, caller, params.connectionId),
      ),
    ],
    signedRoutes: [officialWebhookRoute(parts)],
    jobs: [checkNumberJob(parts)],
    hooks: [
      onHook(metaAccountChanged, async (work, { connectionId }) => enqueueNumberCheck(work, connectionId)),
    ],
  }
}
