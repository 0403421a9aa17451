import { useCallback, useState } from 'react'
import { readStored, store } from '../../lib/browser-storage'

/** In px: from here the contact stands beside the conversation until somebody closes it. */
const roomForAll = 1_920

/** Whether the contact is shown beside the conversation. What was chosen stays chosen after a reload. */
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
  if (window.innerWidth < besideRail) return false // as an overlay it would lie over the conversation
  return chosen === null ? window.innerWidth >= roomForAll : chosen === 'open'
}

/** In px: from here list, conversation of at least 560 and contact stand side by side, beside the rail. */
export const besideRail = 64 + 360 + 560 + 320
