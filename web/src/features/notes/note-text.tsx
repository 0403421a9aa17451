import type { NoteView } from '@balcao/contract/notes'
import { TextWithMentions } from '../../ui/named-text'
import styles from './notes.module.css'

export function NoteText({ note: { note, mentions } }: { note: NoteView }) {
  return (
    <p className={styles.text}>
      <TextWithMentions text={note} named={mentions.map(({ name }) => `@${name}`)} />
    </p>
  )
}
