import { after } from '../lib/timers'

/** In milliseconds: the page has loaded its own data by then. */
const untilIdle = 5_000

/**
 * Only an installed page is in the phone's share sheet. It registers the share worker after the start; a tab does so on
 * installation. Returns the function that stops it.
 */
export function receiveWhenInstalled(): () => void {
  const receive = () => void fetchAndReceive().catch(() => undefined) // the next start, and the page itself, retry
  window.addEventListener('appinstalled', receive)
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const cancel = isInstalled ? after(untilIdle, receive) : undefined
  return () => {
    window.removeEventListener('appinstalled', receive)
    cancel?.()
  }
}

async function fetchAndReceive(): Promise<void> {
  const { receiveShares } = await import('../features/shares/receive-shares')
  await receiveShares()
}
