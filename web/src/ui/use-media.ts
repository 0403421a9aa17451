import { useCallback, useSyncExternalStore } from 'react'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Whether the window is narrower than 600 px (SHELL-47). */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 599.95px)')
}

/** Narrower than 900 px: one pane shows at a time (TICKET-03, CHAT-03), and each row of a table is a card. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 899.95px)')
}
