import { limits } from '@balcao/domain/limits'
import { useRef } from 'react'
import type { ListView } from '../list-view'

/**
 * Until when the list waits before it asks, in milliseconds since 1970: 500 ms from the last change of tab or filter
 * (GEN-10). Words have rested in their field before they come here, so they add nothing; the first list follows no change.
 */
export function useListRest(view: ListView): number {
  const filters = JSON.stringify({ ...view, text: '' })
  const last = useRef({ filters, restsUntil: 0 })
  if (last.current.filters !== filters)
    last.current = { filters, restsUntil: Date.now() + limits.searchDebounce }
  return last.current.restsUntil
}
