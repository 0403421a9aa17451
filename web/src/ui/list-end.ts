import { limits } from '@balcao/domain/limits'
import { type RefObject, type UIEvent, useCallback, useEffect, useRef } from 'react'

/** As an infinite query gives it. */
export interface ListPages {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** For the box in which a list scrolls. */
interface ListEnd<Box> {
  readonly ref: RefObject<Box | null>
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * Loads the next page within 100 px of the list's end (GEN-11), without a scroll where the rows do not fill the box. While
 * the list is fetched anew the end waits, because asking would throw away what comes; once it has come, the end is looked
 * at again. A page that failed is asked for again by scrolling, or by hand.
 */
export function useListEnd<Box extends HTMLElement>(pages: ListPages): ListEnd<Box> {
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
