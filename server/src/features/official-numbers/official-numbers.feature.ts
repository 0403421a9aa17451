import * as calls from '@balcao/contract/official-numbers'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute } from '../../platform/http/route'
import { checkOfficialNumberJob, enqueueOfficialNumberCheck } from './check-numbers'
import { metaAccountChanged } from './official-numbers.hooks'
import { type OfficialWebhookDependencies, officialWebhookRoute } from './receive-webhook'
import {
  checkStoredOfficialNumber,
  findNumbersOfAccount,
  type OfficialNumberSetUpDependencies,
  readOfficialNumber,
  setUpNumberAtMeta,
} from './set-up'

export function officialNumbersFeature(
  parts: OfficialNumberSetUpDependencies & OfficialWebhookDependencies,
): Feature {
  return {
    name: 'officialNumbers',
    routes: [
      readRoute(calls.getOfficialNumber, (work, { params }) =>
        readOfficialNumber(work, parts, params.connectionId),
      ),
      callerRoute(calls.listBusinessAccountPhoneNumbers, (caller, input) =>
        findNumbersOfAccount(parts, caller, input),
      ),
      callerRoute(calls.setUpOfficialNumber, (caller, input) => setUpNumberAtMeta(parts, caller, input)),
      callerRoute(calls.checkOfficialNumber, (caller, { params }) =>
        checkStoredOfficialNumber(parts, caller, params.connectionId),
      ),
    ],
    signedRoutes: [officialWebhookRoute(parts)],
    jobs: [checkOfficialNumberJob(parts)],
    hooks: [
      onHook(metaAccountChanged, async (work, { connectionId }) =>
        enqueueOfficialNumberCheck(work, connectionId),
      ),
    ],
  }
}
