import { shareTargetPath } from '@balcao/contract/share'
import workerAddress from './share-worker.ts?worker&url'

export async function registerShareServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return // A page without https has no service workers.
  await navigator.serviceWorker
    .register(workerAddress, { scope: shareTargetPath, updateViaCache: 'none' })
    // The user's settings may refuse the worker: the post then reaches the server, which explains that.
    .catch(() => undefined)
}
