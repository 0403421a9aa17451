/** Tomorrow and next Monday at nine, in the field's format; on a Sunday both are the same. */
export function suggestedDateTimes(
  today: string,
): readonly { readonly name: 'tomorrow' | 'monday'; readonly moment: string }[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const daysToMonday = (8 - weekday) % 7 || 7
  const at = (days: number) =>
    `${new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)}T09:00`
  const tomorrow = { name: 'tomorrow' as const, moment: at(1) }
  return daysToMonday === 1 ? [tomorrow] : [tomorrow, { name: 'monday', moment: at(daysToMonday) }]
}
