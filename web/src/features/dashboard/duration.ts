/** `1h 15m` of 75 minutes, `0h 00m` of none (DASH-09). */
export function hoursAndMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
}
