import { limits } from '@balcao/domain/limits'
import { type RefObject, type UIEvent, useCallback, useEffect, useRef } from 'react'

/** The fields of an infinite query. */
export interface ListPages {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** For the scroll container of a list. */
interface ListEnd<Box> {
  readonly ref: RefObject<Box | null>
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * Loads the next page within 100 px of the list's end (GEN-11), without a scroll where the rows do not fill the box. During
 * a refetch the end waits, because fetching a page would discard the refetch; afterwards the end is checked again. A failed
 * page is retried by scrolling, or by its button.
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
