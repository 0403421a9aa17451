import type { useTranslation } from 'react-i18next'

type Translate = ReturnType<typeof useTranslation<'connections'>>['t']

const qualities = ['GREEN', 'YELLOW', 'RED'] as const

/** The text for Meta's quality rating. A rating that is not in the list shows as unknown. */
export function qualityRatingText(t: Translate, quality: string | null): string {
  const known = qualities.find((one) => one === quality)
  return known === undefined ? t('official.qualityOf.UNKNOWN') : t(`official.qualityOf.${known}`)
}

const nameStatuses = [
  'APPROVED',
  'AVAILABLE_WITHOUT_REVIEW',
  'PENDING_REVIEW',
  'DECLINED',
  'EXPIRED',
] as const

/** The text for Meta's review of the display name. A status that Meta adds later shows untranslated. */
export function displayNameStatusText(t: Translate, status: string | null): string {
  const known = nameStatuses.find((one) => one === status)
  if (known !== undefined) return t(`official.nameStatusOf.${known}`)
  return status === null || status === 'NONE' ? t('official.nameStatusOf.NONE') : status
}

/** Meta's messaging limit: the number of people to whom the company may write first within a day. */
export function messagingLimitText(t: Translate, limit: string | null): string {
  if (limit === null) return '—'
  if (limit.endsWith('UNLIMITED')) return t('official.unlimited')
  const size = /(\d+)(K?)$/.exec(limit)
  if (size === null) return limit
  return t('official.limitOf', { count: Number(size[1]) * (size[2] === 'K' ? 1_000 : 1) })
}
