import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/states'
import styles from './chats.module.css'

/** The empty state without an open chat. */
export function NoChat() {
  const { t } = useTranslation('chats')
  return (
    <section className={styles.none}>
      <EmptyState icon={MessagesSquare} title={t('noneOpen')} text={t('noneOpenMeaning')} />
    </section>
  )
}
