import type { CampaignView } from '@balcao/contract/campaigns'
import { campaignProgressPercent } from '@balcao/domain/campaigns'
import {
  BookUser,
  CalendarCheck,
  CalendarClock,
  CheckCheck,
  CircleAlert,
  CircleSlash2,
  Copy,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquareText,
  Smartphone,
  ThumbsUp,
  Users,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { ProgressBar } from '../../ui/progress-bar'
import { countFilledMessages } from './campaign-facts'
import styles from './report.module.css'

interface ReportHeadProps {
  readonly campaign: CampaignView
  /** The estimated end; null while the campaign is not running. */
  readonly endsAt: string | null
}

export function CampaignReportHead({ campaign, endsAt }: ReportHeadProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const { template, counts } = campaign
  const { valid, shipped } = counts
  const templateName = template?.name ? `${template.name} · ${template.language}` : t('template.deleted')
  const percent = Math.floor(campaignProgressPercent({ delivered: shipped, valid }))
  const shown = (at: string | null) => (at === null ? '—' : clock.shown(at))
  const facts: readonly (readonly [LucideIcon, string, string])[] = [
    [Smartphone, t('connection'), campaign.whatsapp?.name ?? t('defaultConnection')],
    [BookUser, t('contactList'), campaign.contactList?.name ?? '—'],
    [CalendarClock, t('scheduled'), shown(campaign.scheduledAt)],
    [CalendarClock, t('startedAt'), shown(campaign.startedAt)],
    [CalendarCheck, t('completed'), shown(campaign.completedAt)],
    ...(template === null ? [] : [[MessageSquareText, t('template.title'), templateName] as const]),
    ...(template === null || campaign.confirmation
      ? [[Copy, t('variants'), t('variations', { count: countFilledMessages(campaign) })] as const]
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

const cards = [
  { card: 'valid', icon: Users },
  { card: 'confirmationsRequested', icon: MessageCircleQuestion, ofConfirmation: true },
  { card: 'confirmations', icon: ThumbsUp, ofConfirmation: true },
  { card: 'shipped', icon: CheckCheck },
  { card: 'failed', icon: CircleAlert },
  { card: 'skipped', icon: CircleSlash2 },
] as const

/** The cards with the campaign's counts. Counts of confirmations show only if the campaign asks for them (CAMP-29). */
export function CampaignReportCards({ campaign: { counts, confirmation } }: { campaign: CampaignView }) {
  const { t, i18n } = useTranslation('campaigns')
  const number = new Intl.NumberFormat(i18n.language)
  const shown = (count: number) => number.format(count)
  const { confirmationsRequested: requested, confirmations } = counts
  const notes = {
    total: shown(counts.total),
    received: shown(counts.delivered + counts.read),
    read: shown(counts.read),
    waiting: shown(counts.asked),
    share: requested === 0 ? 0 : Math.round((confirmations / requested) * 100),
  }
  return (
    <ul className={styles.cards} aria-label={t('figures')}>
      {cards
        .filter((card) => confirmation || !('ofConfirmation' in card))
        .map(({ card, icon: Icon }) => (
          <li key={card} className={styles.card}>
            <p className={styles.kind}>
              <Icon size={16} strokeWidth={1.75} aria-hidden /> {t(`cards.${card}`)}
            </p>
            <p className={styles.value}>{shown(counts[card])}</p>
            <p className={styles.small}>{t(`notes.${card}`, notes)}</p>
          </li>
        ))}
    </ul>
  )
}
