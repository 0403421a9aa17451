import type { NoteView } from '@balcao/contract/notes'
import { NamedText } from '../../ui/named-text'
import styles from './notes.module.css'

/** What a note says, with those whom it names standing out. */
export function NoteText({ note: { note, mentions } }: { note: NoteView }) {
  return (
    <p className={styles.text}>
      <NamedText text={note} named={mentions.map(({ name }) => `@${name}`)} />
    </p>
  )
}
