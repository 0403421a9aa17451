import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Whether the url requests the form of a new record (`/queues?new`). The parameter is removed at once, so that a
 * reload does not open the form again.
 */
export function useIsNewDialogRequested(): boolean {
  const [params, setParams] = useSearchParams()
  const [isAsked] = useState(params.has('new'))
  useEffect(() => {
    if (!isAsked) return
    setParams(
      (rest) => {
        rest.delete('new')
        return rest
      },
      { replace: true },
    )
  }, [isAsked, setParams])
  return isAsked
}
