import * as calls from '@balcao/contract/onboarding'
import { initialCompanyName } from '@balcao/domain/onboarding'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import { insertOnboardingDismissal, onboardingOfCompany } from './onboarding.queries'

/** The checklist of a new company. Finished steps are detected from data; an admin may dismiss it. */
export const onboardingFeature: Feature = {
  name: 'onboarding',
  routes: [
    readRoute(calls.readOnboarding, async ({ db, actor }) => {
      const {
        is_dismissed: isDismissed,
        has_helps: hasHelps,
        ...done
      } = await db.one(onboardingOfCompany, { viewerId: actor.userId, unnamed: initialCompanyName })
      return { isDismissed, hasHelps, done }
    }),
    route(calls.dismissOnboarding, async ({ db, now, actor }) => {
      await db.run(insertOnboardingDismissal, { at: now, by: actor.userId })
      return { message: 'put away' }
    }),
  ],
}
