import { SendHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/message-field.module.css'

export function SendButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <button type="button" className={styles.send} aria-label={t('send')} title={t('send')} onClick={onClick}>
      <SendHorizontal size={20} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
