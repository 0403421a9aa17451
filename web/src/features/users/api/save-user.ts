import { createUser, updateUser } from '@balcao/contract/people'
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

/** Creates, or changes the user of `id`. Answers how many tickets went back to waiting. */
export function useSaveUser(id: UserId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (values: OwnValues | UserValues): Promise<number> => {
      const body = 'profile' in values ? wireOf(values) : values
      if (id !== null) return (await call(updateUser, { params: { userId: id }, body })).returnedTickets
      await call(createUser, { body })
      return 0
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
