import { listUsers, type UserView } from '@balcao/contract/people'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersKey } from '../../../lib/lists/users'

function usersQuery(searchParam: string) {
  return infiniteQueryOptions({
    queryKey: [usersKey, 'list', searchParam],
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

/** Users whose name or e-mail contains the text, page by page. */
export function useUsers(search: string) {
  return useInfiniteQuery(usersQuery(search.trim()))
}

/** One that is created between two fetches moves the last row of one page to the next. */
function withoutRepeats(users: readonly UserView[]): UserView[] {
  return [...new Map(users.map((user) => [user.id, user])).values()]
}
