import { z } from 'zod'
import { endpoint } from './endpoint'
import { message } from './wire-values'

export const onboarding = z.object({
  /** Somebody of the company has put the checklist away, for all of them. */
  isDismissed: z.boolean(),
  /** The platform has help videos to show. */
  hasHelps: z.boolean(),
  done: z.object({
    /** The company has a name of its own. */
    company: z.boolean(),
    /** The viewer has chosen their password; false while it is one that the product made up. */
    password: z.boolean(),
    /** A number has been linked once. */
    number: z.boolean(),
    queue: z.boolean(),
    /** Somebody besides the first user. */
    user: z.boolean(),
    /** A customer has written. */
    message: z.boolean(),
  }),
})
export type OnboardingView = z.output<typeof onboarding>

export const readOnboarding = endpoint({
  name: 'onboarding.read',
  summary: 'What of the first day of a company is done',
  method: 'GET',
  path: '/onboarding',
  access: 'dashboard.read',
  planFlag: 'none',
  answer: onboarding,
})

export const dismissOnboarding = endpoint({
  name: 'onboarding.dismiss',
  summary: 'Puts the checklist of the first day away, for every admin of the company',
  method: 'DELETE',
  path: '/onboarding',
  access: 'dashboard.read',
  planFlag: 'none',
  answer: message,
})
