import { limits } from '@balcao/domain/limits'
import { type UIEvent, useCallback, useEffect, useRef } from 'react'

/** As an infinite query gives it. */
export interface ListPages {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/**
 * For `onScroll` of a list: loads the next page within 100 px of its end (GEN-11). While the list is fetched anew the end
 * waits, because asking would throw away what comes; once it has come, the end is looked at again.
 */
export function useListEnd(pages: ListPages): (event: UIEvent<HTMLElement>) => void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const scrolled = useRef<HTMLElement>(null)

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, fetchNextPage])

  useEffect(() => {
    // What failed is asked for again by scrolling only.
    if (isFetchNextPageError) return
    if (scrolled.current?.isConnected && isAtEnd(scrolled.current)) loadMore()
  }, [isFetchNextPageError, loadMore])

  return ({ currentTarget }) => {
    scrolled.current = currentTarget
    if (isAtEnd(currentTarget)) loadMore()
  }
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= limits.listEndPixels
}
