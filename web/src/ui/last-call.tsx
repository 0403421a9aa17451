import type { BotFailureReason } from '@balcao/domain/bot-failures'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../lib/dates'
import styles from './last-call.module.css'
import { Pill } from './pill'

interface LastCallProps {
  readonly at: string | null
  /** The reason why the call failed; null for a call that was answered. */
  readonly failure: BotFailureReason | null
}

export function LastServiceCallResult({ at, failure }: LastCallProps) {
  const { t } = useTranslation()
  if (at === null) return '—'
  return (
    <span className={styles.call}>
      {failure === null ? (
        <Pill tone="ok" icon={CircleCheck}>
          {t('lastCallOk')}
        </Pill>
      ) : (
        <Pill tone="bad" icon={CircleAlert}>
          {t(`botFailure.${failure}`)}
        </Pill>
      )}
      <time dateTime={at}>{dateAndTime(at)}</time>
    </span>
  )
}
