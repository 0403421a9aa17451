import type { TicketView } from '@balcao/contract/tickets'
import { Ban, ContactRound, FileText, Image, MapPin, Mic, Phone, Video } from 'lucide-react'
import { useTexts } from '../../../lib/i18n/use-texts'
import { previewParts } from '../ticket-facts'
import styles from './ticket-row.module.css'

const icons = {
  image: Image,
  video: Video,
  audio: Mic,
  document: FileText,
  location: MapPin,
  vcard: ContactRound,
  call: Phone,
  deleted: Ban,
}

interface LastMessageProps {
  readonly ticket: Pick<TicketView, 'lastMessage' | 'lastMessageAuthor'>
}

/** The last message in one line, its kind as an icon; in a group, who wrote it. */
export function LastMessage({ ticket: { lastMessage, lastMessageAuthor } }: LastMessageProps) {
  const t = useTexts('tickets')
  const preview = previewParts(lastMessage)
  const Icon = preview.kind === undefined ? undefined : icons[preview.kind]
  const words = preview.kind === undefined || preview.text !== '' ? preview.text : t(`kinds.${preview.kind}`)
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
