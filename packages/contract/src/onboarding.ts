import { z } from 'zod'
import { endpoint } from './endpoint'
import { message } from './wire-values'

export const onboarding = z.object({
  /** A user of the company has dismissed the checklist, for all users. */
  isDismissed: z.boolean(),
  /** The platform has help videos to show. */
  hasHelps: z.boolean(),
  done: z.object({
    /** The company has a name of its own. */
    company: z.boolean(),
    /** The viewer has chosen their password; false while it is the generated one. */
    password: z.boolean(),
    /** A number has been linked at least once. */
    number: z.boolean(),
    queue: z.boolean(),
    /** There is a second user. */
    user: z.boolean(),
    /** A customer has written. */
    message: z.boolean(),
  }),
})
export type OnboardingView = z.output<typeof onboarding>

export const readOnboarding = endpoint({
  name: 'onboarding.read',
  summary: 'The checklist of the first day of a company',
  method: 'GET',
  path: '/onboarding',
  access: 'dashboard.read',
  planFlag: 'none',
  answer: onboarding,
})

export const dismissOnboarding = endpoint({
  name: 'onboarding.dismiss',
  summary: 'Hides the checklist of the first day for all admins of the company',
  method: 'DELETE',
  path: '/onboarding',
  access: 'dashboard.read',
  planFlag: 'none',
  answer: message,
})
