import { useCallback, useState } from 'react'
import { readStoredValue, storeValue } from '../../lib/browser-storage'

/** In px: from this width on the contact shows beside the conversation until the user closes it. */
const roomForAll = 1_920

/** Whether the contact shows beside the conversation. The user's choice survives a reload. */
export function useContactPanelVisibility(): readonly [boolean, (shows: boolean, isChosen: boolean) => void] {
  const [shows, setShows] = useState(isShownAtFirst)
  const show = useCallback((next: boolean, isChosen: boolean) => {
    setShows(next)
    if (isChosen) storeValue('contactPanel', next ? 'open' : 'closed')
  }, [])
  return [shows, show]
}

function isShownAtFirst(): boolean {
  const chosen = readStoredValue('contactPanel')
  // On a narrower screen the contact is an overlay, which would cover the conversation.
  if (window.innerWidth < contactPanelMinWidth) return false
  return chosen === null ? window.innerWidth >= roomForAll : chosen === 'open'
}

/** In px: from this window width on, the collapsed drawer, list, conversation (560) and contact fit side by side. */
export const contactPanelMinWidth = 64 + 360 + 560 + 320
