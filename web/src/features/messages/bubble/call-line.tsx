import type { MessageView } from '@balcao/contract/messages'
import { Phone, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../../lib/dates'
import styles from './media.module.css'

/** A call, which cannot be answered here (CONVO-08). Its body is the outcome; an empty body means that it was missed. */
export function CallLine({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const Icon = /v[ií]deo/i.test(message.body) ? Video : Phone
  return (
    <span className={styles.cardLine}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />{' '}
      {message.body === '' ? t('missedCall', { time: timeOfDay(message.createdAt) }) : message.body}
    </span>
  )
}
