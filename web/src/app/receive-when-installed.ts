import { after } from '../lib/timers'

/** In milliseconds: what the page itself needs has come by then. */
const untilIdle = 5_000

/** Only what is installed stands in the phone's share sheet: there the browser gets ready to take what is shared, once the
 *  start is over; in a tab, when it is being installed. Gives the function that stops it. */
export function receiveWhenInstalled(): () => void {
  const receive = () => void fetchAndReceive().catch(() => undefined) // the next start, and the page itself, try again
  window.addEventListener('appinstalled', receive)
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const callOff = isInstalled ? after(untilIdle, receive) : undefined
  return () => {
    window.removeEventListener('appinstalled', receive)
    callOff?.()
  }
}

async function fetchAndReceive(): Promise<void> {
  const { receiveShares } = await import('../features/shares/receive-shares')
  await receiveShares()
}
