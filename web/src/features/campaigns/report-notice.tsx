import { type CampaignView, restartCampaign } from '@balcao/contract/campaigns'
import { isRateLimitFailure } from '@balcao/domain/campaigns'
import { CircleAlert, CirclePause, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { useConnections } from '../../lib/lists/connections'
import { useMayCall } from '../../lib/session'
import { Button, ButtonLink } from '../../ui/button'
import styles from './report.module.css'

interface ReportNoticeProps {
  readonly campaign: CampaignView
  readonly onResume: () => void
}

export function CampaignReportNotice({ campaign, onResume }: ReportNoticeProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const { data: connections = [] } = useConnections()
  const mayResume = useMayCall(restartCampaign)
  if (campaign.failure !== null) {
    return (
      <section className={styles.notice} data-tone="warn" aria-labelledby="campaign-failed">
        <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
        <div>
          <h3 id="campaign-failed">{t('notStarted')}</h3>
          <p>{t(`errors:${campaign.failure}`, { defaultValue: t('errors:unknown') })}</p>
          <p>{t('notStartedWhatToDo')}</p>
        </div>
      </section>
    )
  }
  if (campaign.status !== 'EM_ANDAMENTO') return null
  if (campaign.pausedBecause !== null) {
    // Only the notice after a rate limit needs advice to lower the pace; the other texts contain their own advice.
    const isAboutPace = isRateLimitFailure(campaign.pausedBecause)
    return (
      <section className={styles.notice} data-tone="warn" aria-labelledby="campaign-paused">
        <CirclePause size={20} strokeWidth={1.75} aria-hidden />
        <div>
          <h3 id="campaign-paused">
            {t('pauseTitle', { when: clock.shown(campaign.pausedAt ?? campaign.updatedAt) })}
          </h3>
          <p>{t(`pauses.${campaign.pausedBecause}`)}</p>
          {isAboutPace && <p>{t('pauseWhatToDo')}</p>}
        </div>
        <span className={styles.noticeActs}>
          {isAboutPace && (
            <ButtonLink to="/campaigns-config" size="small">
              {t('changePace')}
            </ButtonLink>
          )}
          {mayResume && (
            <Button size="small" kind="primary" onClick={onResume}>
              {t('pauseResume')}
            </Button>
          )}
        </span>
      </section>
    )
  }
  const connection = connections.find(({ id }) => id === campaign.whatsappId)
  if (connection === undefined || connection.status === 'CONNECTED') return null
  return (
    <section className={styles.notice} data-tone="warn" aria-labelledby="campaign-waits">
      <Unplug size={20} strokeWidth={1.75} aria-hidden />
      <div>
        <h3 id="campaign-waits">{t('connectionDown', { name: connection.name })}</h3>
        <p>{t('connectionDownMeaning')}</p>
      </div>
      <span className={styles.noticeActs}>
        <ButtonLink to="/connections" size="small">
          {t('seeConnections')}
        </ButtonLink>
      </span>
    </section>
  )
}
