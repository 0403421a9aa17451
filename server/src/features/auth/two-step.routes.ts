import * as calls from '@balcao/contract/two-step'
import { callerRoute, type Route, readRoute, route } from '../../platform/http/route'
import * as verbs from './two-step'

export function twoStepRoutes(parts: verbs.TwoStepParts): readonly Route[] {
  return [
    readRoute(calls.readTwoStep, (work, { params }) => verbs.readTwoStep(work, params.userId)),
    route(calls.beginTwoStep, (work) => verbs.beginTwoStep(work, parts.dataKeys)),
    callerRoute(calls.confirmTwoStep, async (caller, { body }) => ({
      recoveryCodes: await verbs.confirmTwoStep(caller, body.code, parts),
    })),
    callerRoute(calls.renewRecoveryCodes, async (caller, { body }) => ({
      recoveryCodes: await verbs.renewRecoveryCodes(caller, body, parts),
    })),
    callerRoute(calls.switchOffTwoStep, async (caller, { body }) => {
      await verbs.switchOffTwoStep(caller, body, parts)
      return { message: 'Two-step sign-in is off.' }
    }),
    route(calls.resetTwoStep, async (work, { params }) => {
      await verbs.resetTwoStep(work, params.userId)
      return { message: 'Two-step sign-in is off.' }
    }),
  ]
}
