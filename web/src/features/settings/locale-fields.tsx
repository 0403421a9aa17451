import { companyLanguages } from '@balcao/domain/companies'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { ChoiceField } from '../../ui/choice-field'
import { TimeZoneField } from '../../ui/time-zone-field'
import { useSaveLocale } from './api/locale'

/** The company's time zone, and the language of automatic texts; saved at once. */
export function LocaleFields() {
  const { t } = useTranslation('settings')
  const { company } = useUser()
  const save = useSaveLocale()
  // The choice shows at once; a refusal restores the old one.
  const chosen = save.isPending ? save.variables : {}
  const language = chosen.language ?? companyLanguages.find((one) => one === company.language) ?? 'pt-BR'
  return (
    <>
      <TimeZoneField
        label={t('timeZone')}
        help={t('timeZoneHelp')}
        none={t('noTimeZone')}
        value={chosen.timeZone ?? company.timeZone}
        disabled={save.isPending}
        onChange={(timeZone) => save.mutate({ timeZone })}
      />
      <ChoiceField
        label={t('language')}
        help={t('languageHelp')}
        choices={companyLanguages.map((value) => ({ value, name: t(`common:companyLanguage.${value}`) }))}
        value={language}
        disabled={save.isPending}
        onChange={(value) => save.mutate({ language: value })}
      />
    </>
  )
}
