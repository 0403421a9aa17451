/** The name of a time zone in the language: `Horário de Brasília`. */
export function timeZoneName(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? readableTimeZoneId(timeZone)
}

/** The readable id of a time zone: `America/Sao Paulo`. It distinguishes zones that have the same name. */
export function readableTimeZoneId(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
