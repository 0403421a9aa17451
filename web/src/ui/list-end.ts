import { limits } from '@balcao/domain/limits'
import { type RefObject, type UIEvent, useCallback, useEffect, useRef } from 'react'

/** The fields of an infinite query that loading the next page needs. */
export interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** The props for the scroll container of a list. */
interface ListEnd<Box> {
  readonly ref: RefObject<Box | null>
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * Loads the next page within 100 px of the list's end (GEN-11), also when the rows do not fill the box. It
 * waits for a running refetch, which a page fetch would discard, and then checks the end again. Scrolling, or
 * the retry button at the list's end, retries a failed page.
 */
export function useInfiniteScroll<Box extends HTMLElement>(pages: PagedQuery): ListEnd<Box> {
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
    onScroll: ({ currentTarget }) => {
      if (isAtEnd(currentTarget)) loadMore()
    },
  }
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= limits.listEndPixels
}
