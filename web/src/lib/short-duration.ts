/** A short duration, the same in all languages: `7 min`, `1 h 20`, `3 d`. */
export function shortDuration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) {
    const rest = minutes % 60
    return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${String(rest).padStart(2, '0')}`
  }
  return `${Math.floor(minutes / (24 * 60))} d`
}
