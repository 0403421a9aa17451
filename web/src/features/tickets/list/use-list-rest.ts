import { limits } from '@balcao/domain/limits'
import { useRef } from 'react'
import type { ListView } from '../list-view'

/**
 * The time until which the list fetches nothing, in milliseconds since 1970: 500 ms after the last change of tab or filter
 * (GEN-10). The search field already debounces the text, so the text adds nothing. The first list follows no change.
 */
export function useListRest(view: ListView): number {
  const filters = JSON.stringify({ ...view, text: '' })
  const last = useRef({ filters, restsUntil: 0 })
  if (last.current.filters !== filters)
    last.current = { filters, restsUntil: Date.now() + limits.searchDebounce }
  return last.current.restsUntil
}
