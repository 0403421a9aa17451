import { createUser, deleteUser, listUsers, signOutEverywhere, updateUser } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersQueryKey } from '../../../lib/lists/users'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { showError } from '../../../ui/toasts'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'
import type { UserFormValues } from '../user-form'

export function useUsers(search: string) {
  const searchParam = search.trim()
  return useInfiniteQuery({
    queryKey: [usersQueryKey, 'list', searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...numberedPageQueryOptions,
    select: ({ pages }) => recordsOfPages(pages, ({ users }) => users),
  })
}

interface UserToSave {
  readonly form: Omit<UserFormValues, 'currentPassword'>
  readonly change: Partial<UserFormValues>
}

/** Saves a user. Returns how many open tickets went back to pending because the user may no longer answer them. */
export function useSaveUser(id: UserId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, change }: UserToSave): Promise<number> => {
      if (id !== null)
        return (await call(updateUser, { params: { userId: id }, body: change })).returnedTickets
      await call(createUser, { body: form })
      return 0
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [usersQueryKey] }),
  })
}

export function useDeleteUser() {
  return useRefetchingMutation([usersQueryKey], (userId: UserId) => call(deleteUser, { params: { userId } }))
}

/** Ends every session of a user. An event sends the user's open pages to the sign-in. */
export function useSignOutEverywhere(userId: UserId) {
  return useMutation({
    mutationFn: () => call(signOutEverywhere, { params: { userId } }),
    onError: showError,
  })
}
