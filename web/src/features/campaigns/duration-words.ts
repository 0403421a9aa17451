import type { TFunction } from 'i18next'

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** The two largest units of a duration in seconds: `2 horas 5 minutos`. */
export function durationText(seconds: number, t: TFunction<'campaigns'>): string {
  const whole = Math.max(1, Math.round(seconds))
  const first = units.findIndex(([, length]) => whole >= length)
  let rest = whole
  return units
    .slice(first, first + 2)
    .flatMap(([unit, length]) => {
      const count = Math.floor(rest / length)
      rest -= count * length
      return count === 0 ? [] : [t(`duration.${unit}`, { count })]
    })
    .join(' ')
}
