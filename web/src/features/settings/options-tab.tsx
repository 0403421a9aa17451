import { updateSetting } from '@balcao/contract/people'
import { companyLanguages } from '@balcao/domain/companies'
import { settingDefinitions as knownSettings, type SettingKey } from '@balcao/domain/settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/lists/settings'
import { useMayCall, useUser } from '../../lib/session'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TimeZoneField } from '../../ui/time-zone-field'
import { useSaveCompanyLocale, useSaveSetting } from './api/settings'
import { ServiceCredentialFields, serviceCredentialGroups } from './credential-group'
import styles from './settings.module.css'

/** The options of a company in the order of SETTING-09, then those that the specification lacks (decision 0002). */
const options = [
  'userRating',
  'scheduleType',
  'CheckMsgIsGroup',
  'call',
  'chatBotType',
  'sendGreetingAccepted',
  'sendMsgTransfTicket',
  'contactHistory',
  'messageRetention',
] as const satisfies readonly SettingKey[]

export function CompanyOptionsTab() {
  const { t } = useTranslation('settings')
  const mayChange = useMayCall(updateSetting)
  const { data: settings, error, isPending, refetch } = useSettings()
  if (isPending) return <SkeletonRows rows={6} />
  if (settings === undefined) {
    return <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
  }
  const heldBy = (key: string) => settings.find((setting) => setting.key === key)?.value ?? ''
  return (
    <>
      {!mayChange && <p className={styles.unavailable}>{t('closedToSupport')}</p>}
      <div className={styles.options}>
        <LocaleFields />
        {options.map((key) => (
          <Option key={key} option={key} value={heldBy(key)} isFixed={!mayChange} />
        ))}
      </div>
      {serviceCredentialGroups.map((group) => (
        <ServiceCredentialFields key={group.name} group={group} heldBy={heldBy} />
      ))}
    </>
  )
}

interface OptionProps {
  readonly option: (typeof options)[number]
  readonly value: string
  readonly isFixed: boolean
}

function Option({ option, value, isFixed }: OptionProps) {
  const { t } = useTranslation('settings')
  const save = useSaveSetting()
  const [forgetting, setForgetting] = useState<string | null>(null)
  // Shows the choice optimistically; a refusal restores the stored value.
  const shown = save.isPending ? save.variables.value : value
  const values: readonly string[] = knownSettings[option].values
  const choose = (chosen: string) => {
    if (chosen === value) return
    if (option === 'messageRetention' && chosen !== 'forever') setForgetting(chosen)
    else save.mutate({ key: option, value: chosen })
  }
  return (
    <>
      <SelectField
        label={t(`option.${option}`)}
        help={t(`help.${option}`)}
        choices={values.map((one) => ({ value: one as string, name: t(`value.${option}.${one}`) }))}
        value={shown}
        disabled={isFixed || save.isPending || values.length === 1}
        onChange={choose}
      />
      {forgetting !== null && (
        <ConfirmDialog
          title={t('forget.title')}
          confirm={t('forget.confirm')}
          destroys
          onClose={() => setForgetting(null)}
          onConfirm={() => save.mutateAsync({ key: option, value: forgetting })}
        >
          {t('forget.meaning', { months: forgetting })}
        </ConfirmDialog>
      )}
    </>
  )
}

function LocaleFields() {
  const { t } = useTranslation('settings')
  const { company } = useUser()
  const save = useSaveCompanyLocale()
  // Shows the choice optimistically; a refusal restores the stored value.
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
      <SelectField
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
