import { z } from 'zod'
import { endpoint } from './endpoint'
import { resultMessageAnswer } from './wire-values'

export const onboarding = z.object({
  /** True when a user dismissed the checklist of first steps, which hides it for the whole company. */
  isDismissed: z.boolean(),
  hasHelps: z.boolean(),
  done: z.object({
    /** True when a user has changed the company's initial name. */
    company: z.boolean(),
    /** True when the signed-in user has replaced the generated password. */
    password: z.boolean(),
    /** True when a number has been linked at least once. */
    number: z.boolean(),
    queue: z.boolean(),
    user: z.boolean(),
    /** True when a customer has sent a message. */
    message: z.boolean(),
  }),
})
export type OnboardingView = z.output<typeof onboarding>

export const readOnboarding = endpoint('GET /onboarding', {
  name: 'onboarding.read',
  summary: 'The checklist of the first day of a company',
  access: 'dashboard.read',
  planFlag: 'none',
  answer: onboarding,
})

export const dismissOnboarding = endpoint('DELETE /onboarding', {
  name: 'onboarding.dismiss',
  summary: 'Hides the checklist of the first day for all admins of the company',
  access: 'dashboard.read',
  planFlag: 'none',
  answer: resultMessageAnswer,
})
