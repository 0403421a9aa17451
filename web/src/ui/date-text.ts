/** The number of digits of day, month, year, hour and minute, in the format of all our languages (GEN-14). */
const lengths = [2, 2, 4, 2, 2] as const
const separators = ['/', '/', ' ', ':', ''] as const

/** A date as the field shows it: `25/11/2026 09:30` for `2026-11-25T09:30`. Other texts stay unchanged. */
export function formatIsoDate(iso: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(iso) ?? []
  if (year === undefined) return iso
  return `${day}/${month}/${year}${time === undefined ? '' : ` ${time}`}`
}

/** `25112026` becomes `25/11/2026`, `1/2/2026` is accepted, and a pasted `2026-11-25` is converted. */
export function maskTypedDate(typed: string, hasTime: boolean): string {
  const known = formatIsoDate(typed.trim())
  if (known !== typed.trim()) return hasTime ? known : known.slice(0, 10)
  const most = hasTime ? 5 : 3
  const parts = typed.replace(/^\D+/, '').split(/\D/).slice(0, most)
  const cut = parts.map((part, at) => (at === parts.length - 1 ? part : part.slice(0, lengths[at])))
  let last = cut.length - 1
  // Digits that exceed the last part begin the next one.
  for (let rest = cut[last] ?? ''; rest.length > (lengths[last] ?? 0) && last < most - 1; last += 1) {
    cut[last] = rest.slice(0, lengths[last])
    rest = rest.slice(lengths[last])
    cut.push(rest)
  }
  cut[last] = (cut[last] ?? '').slice(0, lengths[last])
  return cut.map((part, at) => (at === last ? part : `${part}${separators[at]}`)).join('')
}

/** `1/2/26` becomes `01/02/2026`, and `1/2/2026 9:30` becomes `01/02/2026 09:30`. */
export function completeTypedDate(text: string): string {
  const [day = '', month = '', year = '', hour, minute] = text.split(/\D/)
  if (day === '' || month === '' || year === '') return text
  const date = `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year.length === 2 ? `20${year}` : year}`
  return hour === undefined || hour === '' || minute === undefined || minute === ''
    ? `${date}${hour === undefined ? '' : ` ${hour}`}`
    : `${date} ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

/** The ISO format of a complete text, `2026-11-25` or `2026-11-25T09:30`; null for an invalid day or time. */
export function parseDateText(text: string, hasTime: boolean): string | null {
  const [, day, month, year, time] = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}:\d{2}))?$/.exec(text) ?? []
  if (year === undefined || hasTime !== (time !== undefined)) return null
  if (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  const iso = `${year}-${month}-${day}`
  return isIsoDay(iso) ? `${iso}${time === undefined ? '' : `T${time}`}` : null
}

export function isIsoDay(iso: string): boolean {
  const at = Date.parse(`${iso}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso)
}

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function addMonths(iso: string, months: number): string {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, last))
  return first.toISOString().slice(0, 10)
}

/** The weeks of a month from Sunday on, with the days of other months that fill them. */
export function weeksOfMonth(iso: string): readonly (readonly string[])[] {
  const first = `${iso.slice(0, 7)}-01`
  const start = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  )
  return weeks.filter((week) => week.some((day) => day.startsWith(iso.slice(0, 7))))
}
