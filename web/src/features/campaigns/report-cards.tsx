import type { CampaignView } from '@balcao/contract/campaigns'
import {
  CheckCheck,
  CircleAlert,
  CircleSlash2,
  type LucideIcon,
  MessageCircleQuestion,
  ThumbsUp,
  Users,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './report.module.css'

const cards = [
  { card: 'valid', icon: Users },
  { card: 'confirmationsRequested', icon: MessageCircleQuestion, ofConfirmation: true },
  { card: 'confirmations', icon: ThumbsUp, ofConfirmation: true },
  { card: 'shipped', icon: CheckCheck },
  { card: 'failed', icon: CircleAlert },
  { card: 'skipped', icon: CircleSlash2 },
] as const satisfies readonly {
  readonly card: keyof CampaignView['counts']
  readonly icon: LucideIcon
  readonly ofConfirmation?: true
}[]

/** The confirmation cards show only where the campaign asks for confirmation (CAMP-29). */
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
