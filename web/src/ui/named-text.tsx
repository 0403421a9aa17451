import { Fragment, type ReactNode } from 'react'
import styles from './named-text.module.css'

/** Highlights the mentioned names of a text. The longest matching name wins: `@Ana Paula` and not only `@Ana`. */
export function TextWithMentions({ text, named }: { text: string; named: readonly string[] }) {
  return withNames(
    text,
    [...named].sort((one, other) => other.length - one.length),
  )
}

function withNames(text: string, [name, ...others]: readonly string[]): ReactNode {
  if (name === undefined) return text
  return text.split(name).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
    <Fragment key={place}>
      {place > 0 && <b className={styles.name}>{name}</b>}
      {withNames(part, others)}
    </Fragment>
  ))
}
