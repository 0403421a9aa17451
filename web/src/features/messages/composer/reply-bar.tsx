import type { MessageView } from '@balcao/contract/messages'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/icon-button'
import { Quote } from '../bubble/quote'
import styles from './composer.module.css'

export function ReplyBar({ quoted, onCancel }: { quoted: MessageView; onCancel: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <div className={styles.reply}>
      <Quote quoted={quoted} />
      <IconButton label={t('cancelReply')} onClick={onCancel}>
        <X size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}
