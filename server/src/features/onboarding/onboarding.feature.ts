import * as calls from '@balcao/contract/onboarding'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import { insertDismissal, onboardingOfCompany } from './onboarding.queries'

/** The checklist of a company's first day: it ticks itself off, and goes when somebody puts it away. */
export const onboardingFeature: Feature = {
  name: 'onboarding',
  routes: [
    readRoute(calls.readOnboarding, async ({ db }) => {
      const {
        is_dismissed: isDismissed,
        number,
        queue,
        user,
        message,
      } = await db.one(onboardingOfCompany, [])
      return { isDismissed, done: { number, queue, user, message } }
    }),
    route(calls.dismissOnboarding, async ({ db, now, actor }) => {
      await db.run(insertDismissal, [now, actor.userId])
      return { message: 'put away' }
    }),
  ],
}
