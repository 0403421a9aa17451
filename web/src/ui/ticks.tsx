import { Check, CheckCheck, Clock } from 'lucide-react'
import { useTexts } from '../lib/i18n/use-texts'
import styles from './ticks.module.css'

/** The ack of a message of ours: clock, one check, two, two coloured from 3 on (MESSAGE-02). */
export function Ticks({ ack, size = 15 }: { ack: number; size?: number }) {
  const t = useTexts('common')
  const Icon = ack <= 0 ? Clock : ack === 1 ? Check : CheckCheck
  const words = ack <= 0 ? 'waiting' : ack === 1 ? 'sent' : ack === 2 ? 'delivered' : 'read'
  return (
    <span
      className={styles.ticks}
      data-read={ack >= 3}
      data-ack={words}
      role="img"
      aria-label={t(`ticks.${words}`)}
    >
      <Icon size={size} strokeWidth={2} aria-hidden />
    </span>
  )
}
