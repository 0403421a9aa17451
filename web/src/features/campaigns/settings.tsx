import { estimatedCampaignSeconds } from '@balcao/domain/campaign-pace'
import {
  type CampaignPace,
  type CampaignSettings,
  campaignPaceOptions,
} from '@balcao/domain/campaign-settings'
import { limits } from '@balcao/domain/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { UnsavedChangesGuard } from '../../ui/leave-guard'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useCampaignSettings, useSaveCampaignSettings } from './api/settings'
import { durationText } from './campaign-facts'
import styles from './settings.module.css'
import { CampaignVariablesTable } from './variables-table'

const intervals = ['messageInterval', 'longerIntervalAfter', 'greaterInterval'] as const
const sampleContactCount = 100

export function CampaignSettingsForm() {
  const { t } = useTranslation('campaigns')
  const { data, error, isPending, refetch } = useCampaignSettings()
  if (isPending) return <SkeletonRows rows={4} />
  if (data === undefined)
    return <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
  return <SettingsForm stored={data} />
}

function SettingsForm({ stored }: { stored: CampaignSettings }) {
  const { t } = useTranslation('campaigns')
  // The unsaved values; null while nothing was changed.
  const [written, setWritten] = useState<CampaignSettings | null>(null)
  const settings = written ?? stored
  const change = (part: Partial<CampaignSettings>) => setWritten({ ...settings, ...part })
  const zeroText = (interval: keyof CampaignPace) =>
    t(interval === 'longerIntervalAfter' ? 'config.unset' : 'config.none')
  const { mutateAsync } = useSaveCampaignSettings()
  const { submit, isWaiting } = useDelayedSubmit(async () => {
    await mutateAsync(settings)
    setWritten(null)
    showToast('success', t('config.saved'))
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(undefined)
      }}
    >
      <section className={styles.part} aria-labelledby="campaign-pace">
        <h3 id="campaign-pace">{t('config.pace')}</h3>
        <div className={styles.intervals}>
          {intervals.map((interval) => (
            <SelectField<number>
              key={interval}
              label={t(`config.${interval}`)}
              help={t(`config.${interval}Help`)}
              value={settings[interval]}
              choices={campaignPaceOptions[interval].map((seconds) => ({
                value: seconds,
                name: seconds === 0 ? zeroText(interval) : t('config.seconds', { count: seconds }),
              }))}
              onChange={(value) => change({ [interval]: value })}
            />
          ))}
        </div>
        <PaceWords pace={settings} />
      </section>
      <section className={styles.part} aria-labelledby="campaign-variables">
        <h3 id="campaign-variables">{t('config.variables')}</h3>
        <CampaignVariablesTable
          variables={settings.variables}
          onChange={(variables) => change({ variables })}
        />
      </section>
      <section className={styles.part}>
        <div className={styles.word}>
          <TextField
            label={t('config.optOutWord')}
            help={t('config.optOutWordHelp')}
            value={settings.optOutWord}
            maxLength={limits.campaignSettings.optOutWord}
            onChange={({ target }) => change({ optOutWord: target.value })}
          />
        </div>
      </section>
      <div>
        <Button type="submit" kind="primary" disabled={isWaiting}>
          {t('config.save')}
        </Button>
      </div>
      <UnsavedChangesGuard isDirty={written !== null} />
    </form>
  )
}

function PaceWords({ pace }: { pace: CampaignPace }) {
  const { t } = useTranslation('campaigns')
  const duration = durationText(estimatedCampaignSeconds(pace, sampleContactCount), t)
  return (
    <p className={styles.help} role="status" data-warns={pace.messageInterval === 0}>
      {t('config.takes', { count: sampleContactCount, duration })}{' '}
      {pace.messageInterval === 0 && t('config.fast')}
    </p>
  )
}
