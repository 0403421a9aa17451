import { readStoredValue, storeValue } from './browser-storage'

/** The stored volume of notifications, 0 to 1; 1 by default (SHELL-39). */
export function readNotificationVolume(): number {
  const stored = Number.parseFloat(readStoredValue('volume') ?? '')
  return stored >= 0 && stored <= 1 ? roundToTenths(stored) : 1
}

/** Rounds to tenths. Ten floating-point steps of 0.1 down from 1 miss 0, and only 0 is silent. */
export function roundToTenths(volume: number): number {
  return Math.round(volume * 10) / 10
}

export function storeNotificationVolume(volume: number): void {
  storeValue('volume', String(volume))
}
