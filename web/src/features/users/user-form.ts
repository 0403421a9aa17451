import type { UserView } from '@balcao/contract/people'
import { emailText, nameText, passwordText } from '@balcao/contract/wire-values'
import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { profiles } from '@balcao/domain/people'
import { z } from 'zod'

/** A new user needs a password; on edit an empty one leaves it as it is (USER-04 to USER-06). */
export function userForm(isNew: boolean) {
  return z.object({
    name: nameText,
    email: emailText,
    password: isNew ? passwordText : z.union([z.literal(''), passwordText]),
    profile: z.enum(profiles),
    queueIds: z.array(z.custom<QueueId>()),
    whatsappId: z
      .union([z.literal(''), z.custom<ConnectionId>()])
      .transform((chosen) => (chosen === '' ? null : chosen)),
    allTicket: z.boolean().transform((seesAll) => (seesAll ? ('enable' as const) : ('disable' as const))),
  })
}
/** As the fields hold it, and as it is sent. */
export type UserFields = z.input<ReturnType<typeof userForm>>
export type UserValues = z.output<ReturnType<typeof userForm>>

export function fieldsOf(user: UserView | null): UserFields {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    profile: user?.profile ?? 'user',
    queueIds: user?.queues.map(({ id }) => id) ?? [],
    whatsappId: user?.whatsappId ?? '',
    allTicket: user?.allTicket === 'enable',
  }
}
