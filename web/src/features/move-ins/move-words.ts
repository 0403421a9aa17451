import { companyLanguages } from '@balcao/domain/companies'
import { moveInTexts } from '@balcao/domain/move-in-texts'
import { useTranslation } from 'react-i18next'
import { shortDuration } from '../../lib/short-duration'

/** The texts about imports from other installations. A step or kind of row without a text shows its identifier. */
export function useMoveInTexts() {
  const { t, i18n } = useTranslation('moveIns')
  const language = companyLanguages.find((one) => one.slice(0, 2) === i18n.language.slice(0, 2)) ?? 'pt-BR'
  return {
    ...moveInTexts(language),
    count: (rows: number) => rows.toLocaleString(i18n.language),
    time: (seconds: number) => (seconds < 60 ? t('lessThanMinute') : shortDuration(Math.ceil(seconds / 60))),
  }
}
