/** Minutes as hours and minutes: 75 is `1h 15m` (DASH-09). */
export function formatHoursAndMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
}

export function formatMeanAttendanceTime(minutes: number, attendances: number): string {
  return minutes === 0 && attendances === 0 ? '—' : formatHoursAndMinutes(minutes)
}
