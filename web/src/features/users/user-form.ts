import type { UserView } from '@balcao/contract/people'
import { emailText, nameText, passwordText } from '@balcao/contract/wire-values'
import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { profiles } from '@balcao/domain/people'
import { z } from 'zod'
import type { UserValues } from './api/save-user'

/** A new user needs a password; on edit an empty one leaves it as it is (USER-04 to USER-06). */
export function userForm(isNew: boolean) {
  return z.object({
    name: nameText,
    email: emailText,
    password: isNew ? passwordText : z.union([z.literal(''), passwordText]),
    profile: z.enum(profiles),
    queueIds: z.array(z.custom<QueueId>()),
    whatsappId: z.union([z.literal(''), z.custom<ConnectionId>()]),
    allTicket: z.boolean(),
  })
}

export function valuesOf(user: UserView | null): UserValues {
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
