/** The name of a time zone in the language: `Horário de Brasília`. */
export function zoneWords(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zoneId(timeZone)
}

/** Its readable name in the time zone database: `America/Sao Paulo`. It distinguishes zones that share a name. */
export function zoneId(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
