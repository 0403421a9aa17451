/** A time zone as people of the language call it: `Horário de Brasília`. */
export function zoneWords(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zoneId(timeZone)
}

/** Its name in the time zone database, readable: `America/Sao Paulo`. It tells zones apart that share a name. */
export function zoneId(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
