import type { UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { supportContact } from './people'
import { emailText, idParam, passwordText, resultMessageAnswer } from './wire-values'

/** The token of the mailed link, which is in the link's fragment, so that no server logs it. */
const linkToken = z.string().min(1).max(300)

export const forgottenPasswordForm = z.object({ email: emailText })
export const newPasswordForm = z.object({ password: passwordText })

export const getForgottenPasswordOptions = endpoint('GET /auth/help', {
  name: 'auth.signInHelp',
  summary: 'Who helps with a forgotten password: a link by e-mail, and the contact of the platform',
  access: 'public',
  planFlag: 'none',
  answer: z.object({
    sendsMail: z.boolean(),
    supportContact: supportContact.nullable(),
  }),
})

export const requestPasswordLink = endpoint('POST /auth/forgotten-password', {
  name: 'auth.askPasswordLink',
  summary: 'Mails a link for a new password, if there is such an account; the answer does not tell',
  access: 'public',
  planFlag: 'none',
  body: forgottenPasswordForm,
  answer: resultMessageAnswer,
  errors: ['ERR_MAIL_OFF', 'ERR_TOO_MANY_ATTEMPTS', 'ERR_OTHER_CELL'],
})

export const getAccountOfPasswordLink = endpoint('POST /auth/password-link', {
  name: 'auth.readPasswordLink',
  summary: 'The account of a link from a mail',
  access: 'public',
  planFlag: 'none',
  body: z.object({ token: linkToken }),
  answer: z.object({ name: z.string(), email: z.string(), isInvitation: z.boolean() }),
  errors: ['ERR_PASSWORD_LINK', 'ERR_OTHER_CELL'],
})

export const setPasswordByLink = endpoint('POST /auth/new-password', {
  name: 'auth.setPasswordByLink',
  summary: 'Sets the password by a link from a mail; it works once, and ends all sessions of the account',
  access: 'public',
  planFlag: 'none',
  body: newPasswordForm.extend({ token: linkToken }),
  answer: resultMessageAnswer,
  errors: ['ERR_PASSWORD_LINK', 'ERR_OTHER_CELL'],
})

export const mailPasswordLink = endpoint('POST /users/:userId/password-link', {
  name: 'users.mailPasswordLink',
  summary: 'Mails a user a link for a new password',
  access: 'users.manage',
  planFlag: 'none',
  closedToSupport: true,
  params: z.object({ userId: idParam<UserId>() }),
  answer: resultMessageAnswer,
  errors: ['ERR_NO_USER_FOUND', 'ERR_MAIL_OFF', 'ERR_TOO_MANY_ATTEMPTS'],
})
