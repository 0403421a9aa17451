import { limits } from '@balcao/domain/limits'
import type { UIEvent } from 'react'

/** For `onScroll` of a list: loads the next page within 100 px of its end (GEN-11). */
export function onListEnd(loadMore: () => void): (event: UIEvent<HTMLElement>) => void {
  return ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
    if (scrollHeight - scrollTop - clientHeight <= limits.listEndPixels) loadMore()
  }
}
