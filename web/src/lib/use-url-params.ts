import { useLayoutEffect, useRef } from 'react'
import {
  createSearchParams,
  type NavigateOptions,
  type URLSearchParamsInit,
  useSearchParams,
} from 'react-router'

/**
 * The parameters of the URL. `change` computes the new ones from the newest, also from those that the page has not drawn
 * yet: a second click on a busy machine keeps the first one's.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams()
  const newest = useRef(params)
  useLayoutEffect(() => {
    newest.current = params
  }, [params])
  const change = (compute: (newest: URLSearchParams) => URLSearchParamsInit, options?: NavigateOptions) => {
    newest.current = createSearchParams(compute(new URLSearchParams(newest.current)))
    setParams(newest.current, options)
  }
  return { params, change }
}
