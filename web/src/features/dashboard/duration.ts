/** `1h 15m` of 75 minutes (DASH-09). */
export function hoursAndMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
}

/** A mean over this many attendances; `—` without any. */
export function meanTime(minutes: number, attendances: number): string {
  return minutes === 0 && attendances === 0 ? '—' : hoursAndMinutes(minutes)
}
