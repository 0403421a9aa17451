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

/** The last message in one line, its kind as an icon. */
export function LastMessage({ text }: { text: string }) {
  const t = useTexts('tickets')
  const preview = previewParts(text)
  const Icon = preview.kind === undefined ? undefined : icons[preview.kind]
  const words = preview.kind === undefined || preview.text !== '' ? preview.text : t(`kinds.${preview.kind}`)
  return (
    <span className={styles.preview}>
      {Icon !== undefined && <Icon size={15} strokeWidth={1.75} aria-hidden />}
      <span>{words}</span>
    </span>
  )
}
