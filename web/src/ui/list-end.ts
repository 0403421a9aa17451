import { limits } from '@balcao/domain/limits'
import { type UIEvent, useCallback, useEffect, useRef } from 'react'

export interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** Loads the next page near the list's end (GEN-11), but not during a refetch, which the page fetch would cancel. */
export function useInfiniteScroll<Box extends HTMLElement>(pages: PagedQuery) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const box = useRef<Box>(null)

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, fetchNextPage])

  useEffect(() => {
    if (isFetchNextPageError || box.current === null) return
    const isShown = box.current.clientHeight > 0
    if (isShown && isAtEnd(box.current)) loadMore()
  }, [isFetchNextPageError, loadMore])

  return {
    ref: box,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => {
      if (isAtEnd(currentTarget)) loadMore()
    },
  }
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= limits.listEndPixels
}
