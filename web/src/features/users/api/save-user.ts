import { createUser, updateUser } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersKey } from '../../../lib/lists/users'
import type { UserValues } from '../user-form'

interface UserToSave {
  readonly form: Omit<UserValues, 'currentPassword'>
  readonly change: Partial<UserValues>
}

/**
 * Creates a user with all fields, or sends the changed fields of the user `id`. Answers how many tickets became pending
 * again.
 */
export function useSaveUser(id: UserId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, change }: UserToSave): Promise<number> => {
      if (id !== null)
        return (await call(updateUser, { params: { userId: id }, body: change })).returnedTickets
      await call(createUser, { body: form })
      return 0
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [usersKey] }),
  })
}
