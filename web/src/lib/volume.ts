import { readStored, store } from './browser-storage'

/** Loudness of notifications, 0 to 1; 1 until somebody chooses (SHELL-39). */
export function readVolume(): number {
  const stored = Number.parseFloat(readStored('volume') ?? '')
  return stored >= 0 && stored <= 1 ? stored : 1
}

export function storeVolume(volume: number): void {
  store('volume', String(volume))
}
