import { createUser, type UserView, updateUser } from '@balcao/contract/people'
import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import type { Profile } from '@balcao/domain/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersKey } from '../../../lib/lists/users'

export interface OwnValues {
  readonly name: string
  readonly email: string
  /** Empty leaves it as it is. */
  readonly password: string
}
export interface UserValues extends OwnValues {
  readonly profile: Profile
  readonly queueIds: QueueId[]
  readonly whatsappId: ConnectionId | ''
  readonly allTicket: boolean
}

/** Creates, or changes the user of `id`. */
export function useSaveUser(id: UserId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: OwnValues | UserValues): Promise<UserView> => {
      const body = 'profile' in values ? wireOf(values) : values
      return id === null ? call(createUser, { body }) : call(updateUser, { params: { userId: id }, body })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [usersKey] }),
  })
}

function wireOf({ whatsappId, allTicket, ...values }: UserValues) {
  return {
    ...values,
    whatsappId: whatsappId === '' ? null : whatsappId,
    allTicket: allTicket ? ('enable' as const) : ('disable' as const),
  }
}
