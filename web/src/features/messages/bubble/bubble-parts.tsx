import { ChartBarBig } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../../lib/i18n/use-texts'
import { FormattedText } from '../../../ui/formatted-text'
import type { PollContent } from '../poll'
import styles from './bubble.module.css'
import mediaStyles from './media.module.css'

interface PollCardProps {
  readonly poll: PollContent
  readonly searched: string | undefined
}

/** Shows the question and choices of a poll. WhatsApp does not send us the votes, so no results show. */
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

interface FailureLineProps {
  readonly text: string
  readonly role?: 'status'
  readonly onRetry: (() => void) | undefined
  readonly onCopy?: (() => void) | undefined
  /** Absent where the provider cannot delete messages. */
  readonly onDelete?: (() => void) | undefined
}

/** The line below a message that WhatsApp did not send, edit or delete, with buttons for the next step. */
export function MessageFailureLine({ text, role, onRetry, onCopy, onDelete }: FailureLineProps) {
  const { t } = useTranslation('messages')
  const buttons = [
    { name: t('common:tryAgain'), act: onRetry },
    { name: t('copy'), act: onCopy },
    { name: t('delete'), act: onDelete },
  ].filter(({ act }) => act !== undefined)
  return (
    <div className={styles.failed} role={role}>
      <span>{text}</span>
      {buttons.length > 0 && (
        <span className={styles.failedActs}>
          {buttons.map(({ name, act }) => (
            <button key={name} type="button" onClick={act}>
              {name}
            </button>
          ))}
        </span>
      )}
    </div>
  )
}
