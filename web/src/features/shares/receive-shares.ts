import { shareArrival } from '@balcao/contract/share'
import workerAddress from './share-worker.ts?worker&url'

/** Makes this browser take what other apps share with ours. May be called often. */
export async function receiveShares(): Promise<void> {
  if (!('serviceWorker' in navigator)) return // a page without https
  await navigator.serviceWorker
    .register(workerAddress, { scope: shareArrival, updateViaCache: 'none' })
    .catch(() => undefined) // refused by the person's settings: shares reach the server, which says so
}
