/** A time zone as people read it: `America/Sao Paulo`. */
export function zoneWords(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
