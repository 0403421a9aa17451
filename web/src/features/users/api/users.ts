import {
  createUser,
  deleteUser,
  listUsers,
  signOutEverywhere,
  type UserView,
  updateUser,
} from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersQueryKey } from '../../../lib/lists/users'
import { showError } from '../../../ui/toasts'
import type { UserFormValues } from '../user-form'

function usersQuery(searchParam: string) {
  return infiniteQueryOptions({
    queryKey: [usersQueryKey, 'list', searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      users: withoutRepeats(pages.flatMap((page) => page.users)),
      count: pages[0]?.count ?? 0,
    }),
  })
}

export function useUsers(search: string) {
  return useInfiniteQuery(usersQuery(search.trim()))
}

/**
 * Removes duplicates: a user who is created between two page fetches shifts the rows, so two pages may
 * contain the same row.
 */
function withoutRepeats(users: readonly UserView[]): UserView[] {
  return [...new Map(users.map((user) => [user.id, user])).values()]
}

interface UserToSave {
  readonly form: Omit<UserFormValues, 'currentPassword'>
  readonly change: Partial<UserFormValues>
}

/** Returns how many of the user's tickets became pending. */
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
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (userId: UserId) => call(deleteUser, { params: { userId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [usersQueryKey] }),
    onError: showError,
  })
}

/** Ends every session of a user. An event sends the user's open pages to the sign-in. */
export function useSignOutEverywhere(userId: UserId) {
  return useMutation({
    mutationFn: () => call(signOutEverywhere, { params: { userId } }),
    onError: showError,
  })
}
