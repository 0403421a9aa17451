import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Whether the URL requests the dialog for a new record (`/queues?new`). Removes `new`, so a reload opens no dialog. */
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
