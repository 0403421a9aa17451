import { useTranslation } from 'react-i18next'
import { shortDuration } from '../../lib/short-duration'

/**
 * The texts and counts of a move. A step or kind from a newer server, without a text here, shows unchanged.
 */
export function useMoveInTexts() {
  const { t, i18n } = useTranslation('moveIns')
  return {
    step: (step: string) => t(`steps.${step}`, { defaultValue: step }),
    kind: (kind: string) => t(`kinds.${kind}`, { defaultValue: kind }),
    count: (rows: number) => rows.toLocaleString(i18n.language),
    time: (seconds: number) => (seconds < 60 ? t('lessThanMinute') : shortDuration(Math.ceil(seconds / 60))),
  }
}
