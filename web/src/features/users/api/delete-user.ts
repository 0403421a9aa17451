import { deleteUser } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersKey } from '../../../lib/lists/users'
import { showError } from '../../../ui/toasts'

export function useDeleteUser() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (userId: UserId) => call(deleteUser, { params: { userId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [usersKey] }),
    onError: showError,
  })
}
