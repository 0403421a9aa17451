import { useCallback, useState } from 'react'
import { readStored, store } from '../../lib/browser-storage'

/** In px: from this width on the contact shows beside the conversation until the person closes it. */
const roomForAll = 1_920

/** Whether the contact is shown beside the conversation. The person's choice survives a reload. */
export function useContactPanel(): readonly [boolean, (shows: boolean, isChosen: boolean) => void] {
  const [shows, setShows] = useState(isShownAtFirst)
  const show = useCallback((next: boolean, isChosen: boolean) => {
    setShows(next)
    if (isChosen) store('contactPanel', next ? 'open' : 'closed')
  }, [])
  return [shows, show]
}

function isShownAtFirst(): boolean {
  const chosen = readStored('contactPanel')
  if (window.innerWidth < besideRail) return false // an overlay would cover the conversation
  return chosen === null ? window.innerWidth >= roomForAll : chosen === 'open'
}

/** In px: the width for list, a conversation of at least 560 and the contact, beside the rail. */
export const besideRail = 64 + 360 + 560 + 320
