import type { UserView } from '@balcao/contract/people'
import { emailText, nameText, passwordText } from '@balcao/contract/wire-values'
import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { profiles } from '@balcao/domain/people'
import { z } from 'zod'

export type UserFormSubject = 'new' | 'own' | 'colleague'

/** For an existing user an empty password changes nothing (USER-04 to USER-06, docs/features/users.md). */
export function userFormSchema(subject: UserFormSubject, email: string) {
  const fields = z.object({
    name: nameText,
    email: emailText,
    password: subject === 'new' ? passwordText : z.union([z.literal(''), passwordText]),
    currentPassword: z.string(),
    /** True sends the new user a link to choose a password. Until then, the account has a generated one. */
    invite: z.boolean(),
    profile: z.enum(profiles),
    queueIds: z.array(z.custom<QueueId>()),
    whatsappId: z
      .union([z.literal(''), z.custom<ConnectionId>()])
      .transform((chosen) => (chosen === '' ? null : chosen)),
    allTicket: z.boolean().transform((seesAll) => (seesAll ? ('enable' as const) : ('disable' as const))),
  })
  return fields.superRefine((form, context) => {
    if (form.currentPassword === '' && needsCurrentPassword(subject, email, form))
      context.addIssue({ code: 'custom', path: ['currentPassword'], message: 'Required' })
  })
}
export type UserFormInput = z.input<ReturnType<typeof userFormSchema>>
export type UserFormValues = z.output<ReturnType<typeof userFormSchema>>

/** Asked before users change their own e-mail or password: an open session does not prove who is at the screen. */
export function needsCurrentPassword(
  subject: UserFormSubject,
  email: string,
  form: { readonly email: string; readonly password: string },
): boolean {
  return subject === 'own' && (form.password !== '' || form.email.trim().toLowerCase() !== email)
}

export function initialUserFormInput(user: UserView | null): UserFormInput {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    currentPassword: '',
    invite: false,
    profile: user?.profile ?? 'user',
    queueIds: user?.queues.map(({ id }) => id) ?? [],
    whatsappId: user?.whatsappId ?? '',
    allTicket: user?.allTicket === 'enable',
  }
}
