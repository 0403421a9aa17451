import type { TicketView } from '@balcao/contract/tickets'
import { useTexts } from '../../../lib/i18n/use-texts'
import { messagePreviewIcons } from '../../../ui/preview-kind'
import { splitMessagePreview } from '../../../ui/preview-parts'
import styles from './ticket-row.module.css'

interface LastMessageProps {
  readonly ticket: Pick<TicketView, 'lastMessage' | 'lastMessageAuthor'>
}

/** The last message of a ticket in one line: its kind as an icon, and in a group its author. */
export function LastMessagePreview({ ticket: { lastMessage, lastMessageAuthor } }: LastMessageProps) {
  const t = useTexts('tickets')
  const preview = splitMessagePreview(lastMessage)
  const Icon = preview.kind === undefined ? undefined : messagePreviewIcons[preview.kind]
  const words = preview.kind === undefined || preview.text !== '' ? preview.text : t(`kinds.${preview.kind}`)
  if (lastMessage === '') return <span className={`${styles.preview} ${styles.none}`}>{t('noMessages')}</span>
  return (
    <span className={styles.preview}>
      {lastMessageAuthor !== null && (
        <b className={styles.author}>
          <span>{lastMessageAuthor.name}</span>:{' '}
        </b>
      )}
      {Icon !== undefined && <Icon size={15} strokeWidth={1.75} aria-hidden />}
      <span>{words}</span>
    </span>
  )
}
