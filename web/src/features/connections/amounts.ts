import type { TFunction } from 'i18next'

/** Minutes as text: `45 min`, `1 h 30 min`, `2 dias`. */
export function spanOf(minutes: number, t: TFunction): string {
  const parts = [
    [Math.floor(minutes / 1_440), 'days'],
    [Math.floor(minutes / 60) % 24, 'hours'],
    [minutes % 60, 'minutes'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => t(`connections:span.${unit}`, { count }))
    .join(' ')
}
