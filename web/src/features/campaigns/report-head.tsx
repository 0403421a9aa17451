import type { CampaignView } from '@balcao/contract/campaigns'
import { campaignProgressPercent } from '@balcao/domain/campaigns'
import {
  BookUser,
  CalendarCheck,
  CalendarClock,
  Copy,
  type LucideIcon,
  MessageSquareText,
  Smartphone,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { ProgressBar } from '../../ui/progress-bar'
import { countWrittenMessages } from './campaign-facts'
import styles from './report.module.css'

interface ReportHeadProps {
  readonly campaign: CampaignView
  /** The estimated end; null while the campaign is not running. */
  readonly endsAt: string | null
}

export function CampaignReportHead({ campaign, endsAt }: ReportHeadProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const { valid, shipped } = campaign.counts
  const percent = Math.floor(campaignProgressPercent({ delivered: shipped, valid }))
  const shown = (at: string | null) => (at === null ? '—' : clock.shown(at))
  const facts: readonly (readonly [LucideIcon, string, string])[] = [
    [Smartphone, t('connection'), campaign.whatsapp?.name ?? t('defaultConnection')],
    [BookUser, t('contactList'), campaign.contactList?.name ?? '—'],
    [CalendarClock, t('scheduled'), shown(campaign.scheduledAt)],
    [CalendarClock, t('startedAt'), shown(campaign.startedAt)],
    [CalendarCheck, t('completed'), shown(campaign.completedAt)],
    ...templateFacts(campaign, t('template.title'), t('template.deleted')),
    ...(campaign.template === null || campaign.confirmation
      ? [[Copy, t('variants'), t('variations', { count: countWrittenMessages(campaign) })] as const]
      : []),
  ]
  return (
    <section className={styles.card}>
      <p className={styles.line} role="status">
        <b>{percent} %</b>
        <span>{t('deliveredOf', { shipped, valid })}</span>
        {endsAt !== null && <span className={styles.end}>{t('endsAt', { when: clock.shown(endsAt) })}</span>}
      </p>
      <ProgressBar percent={percent} label={t('progress')} />
      <dl className={styles.facts}>
        {facts.map(([Icon, name, value]) => (
          <div key={name}>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function templateFacts({ template }: CampaignView, title: string, deleted: string) {
  if (template === null) return []
  const shown = template.name === null ? deleted : `${template.name} · ${template.language}`
  return [[MessageSquareText, title, shown] as const]
}
