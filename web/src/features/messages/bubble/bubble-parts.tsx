import { ChartBarBig } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../../lib/i18n/use-texts'
import { FormattedText } from '../../../ui/formatted-text'
import type { Poll } from '../poll'
import styles from './bubble.module.css'
import mediaStyles from './media.module.css'

interface PollCardProps {
  readonly poll: Poll
  readonly searched: string | undefined
}

/** A poll with its question and choices. WhatsApp does not send us the votes, so no bars show. */
export function PollCard({ poll: { question, choices }, searched }: PollCardProps) {
  const t = useTexts('messages')
  return (
    <span className={mediaStyles.card}>
      <span className={mediaStyles.cardLine}>
        <ChartBarBig size={18} strokeWidth={1.75} role="img" aria-label={t('kinds.poll')} />
        <span className={mediaStyles.cardName}>
          <FormattedText text={question} searched={searched} />
        </span>
      </span>
      <ul className={mediaStyles.choices}>
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

interface RefusedChangeProps {
  readonly change: keyof typeof texts
  readonly onRetry: (() => void) | undefined
}

const texts = { edit: 'editRefused', reaction: 'reactions.refused', deletion: 'deletionRefused' } as const

export function RefusedMessageChangeLine({ change, onRetry }: RefusedChangeProps) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.failed} role="status">
      <span>{t(texts[change])}</span>
      {onRetry !== undefined && (
        <span className={styles.failedActs}>
          <button type="button" onClick={onRetry}>
            {t('common:tryAgain')}
          </button>
        </span>
      )}
    </div>
  )
}
