import type { NoteView } from '@balcao/contract/notes'
import { NamedText } from '../../ui/named-text'
import styles from './notes.module.css'

/** The text of a note, with its mentions highlighted. */
export function NoteText({ note: { note, mentions } }: { note: NoteView }) {
  return (
    <p className={styles.text}>
      <NamedText text={note} named={mentions.map(({ name }) => `@${name}`)} />
    </p>
  )
}
