/** A day of the companies' calendar, `2026-03-05`, so many days from today. The machine's own day may differ. */
export function dayFromNow(days: number): string {
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
  return calendar.format(Date.now() + days * 86_400_000)
}
