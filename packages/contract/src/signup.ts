import { z } from 'zod'
import { optionalText, planIdField } from './companies'
import { endpoint } from './endpoint'
import { emailText, nameText, passwordText, resultMessageAnswer, textField } from './wire-values'

export const signupForm = z.object({
  name: nameText,
  email: emailText,
  phone: optionalText(30),
  password: passwordText,
  planId: planIdField,
})
export type SignupForm = z.output<typeof signupForm>

export const signUp = endpoint('POST /companies/cadastro', {
  name: 'signup.signUp',
  summary: 'A company signs up for a trial of three days: with its settings and its first user, an admin',
  access: 'public',
  planFlag: 'none',
  body: signupForm.extend({
    /** The browser's time zone; an unknown name becomes the default. */
    timeZone: z.preprocess((value) => value ?? '', textField(60)).default(''),
    /** A company id from the sign-up link's address. It gives no access to that company (AUTH-22). */
    companyId: z.unknown().optional(),
    // Ignored, though clients of the earlier API send it (AUTH-24, AUTH-25): all new companies get the same
    // trial.
    recurrence: z.unknown().optional(),
    dueDate: z.unknown().optional(),
    status: z.unknown().optional(),
    campaignsEnabled: z.unknown().optional(),
  }),
  answer: resultMessageAnswer,
  errors: ['ERR_USER_CREATION_DISABLED', 'ERR_SIGNUP_TAKEN', 'ERR_NO_PLAN_FOUND', 'ERR_TOO_MANY_ATTEMPTS'],
})
