import { useTexts } from '../lib/i18n/use-texts'
import { LightweightIcon } from './light-icon'
import styles from './ticks.module.css'

/** The `ack` of our message: a clock, one check, two checks, and from 3 on two coloured checks (MESSAGE-02). */
export function AckTicks({ ack, size = 15 }: { ack: number; size?: number }) {
  const t = useTexts('common')
  const icon = ack <= 0 ? 'clock' : ack === 1 ? 'check' : 'checkCheck'
  const words = ack <= 0 ? 'waiting' : ack === 1 ? 'sent' : ack === 2 ? 'delivered' : 'read'
  return (
    <span
      className={styles.ticks}
      data-read={ack >= 3}
      data-ack={words}
      role="img"
      aria-label={t(`ticks.${words}`)}
    >
      <LightweightIcon icon={icon} size={size} />
    </span>
  )
}
