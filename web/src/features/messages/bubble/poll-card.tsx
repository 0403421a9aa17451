import { ChartBarBig } from 'lucide-react'
import { useTexts } from '../../../lib/i18n/use-texts'
import { FormattedText } from '../../../ui/formatted-text'
import type { Poll } from '../poll'
import styles from './media.module.css'

interface PollCardProps {
  readonly poll: Poll
  readonly searched: string | undefined
}

/** A poll: its question and its choices. WhatsApp does not send us the votes, so there are no bars. */
export function PollCard({ poll: { question, choices }, searched }: PollCardProps) {
  const t = useTexts('messages')
  return (
    <span className={styles.card}>
      <span className={styles.cardLine}>
        <ChartBarBig size={18} strokeWidth={1.75} role="img" aria-label={t('kinds.poll')} />
        <span className={styles.cardName}>
          <FormattedText text={question} searched={searched} />
        </span>
      </span>
      <ul className={styles.choices}>
        {choices.map((choice, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two choices may be equal, and their order is fixed
          <li key={at}>
            <FormattedText text={choice} searched={searched} />
          </li>
        ))}
      </ul>
    </span>
  )
}
