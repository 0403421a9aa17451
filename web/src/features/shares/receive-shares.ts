import { shareTargetPath } from '@balcao/contract/share'
import workerAddress from './share-worker.ts?worker&url'

/** Registers the service worker that receives the shares of other apps. Idempotent. */
export async function receiveShares(): Promise<void> {
  if (!('serviceWorker' in navigator)) return // a page without https
  await navigator.serviceWorker
    .register(workerAddress, { scope: shareTargetPath, updateViaCache: 'none' })
    .catch(() => undefined) // refused by the person's settings: the post reaches the server, which explains it
}
