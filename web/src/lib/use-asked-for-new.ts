import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Whether the url requested the form of a new record (`/queues?new`), as the checklist of the first day does. The parameter
 * is removed at once: a reload does not open the form again.
 */
export function useNewDialogFromAddress(): boolean {
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
