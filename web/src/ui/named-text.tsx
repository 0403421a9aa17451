import { Fragment, type ReactNode } from 'react'
import styles from './named-text.module.css'

interface NamedTextProps {
  readonly text: string
  /** Words that stand out wherever they stand: people who are named, with their @. */
  readonly named: readonly string[]
}

/** A text in which people are named. `@Ana Paula` is marked before `@Ana`, which it begins with. */
export function NamedText({ text, named }: NamedTextProps) {
  return withNames(
    text,
    [...named].sort((one, other) => other.length - one.length),
  )
}

function withNames(text: string, [name, ...others]: readonly string[]): ReactNode {
  if (name === undefined) return text
  return text.split(name).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move among themselves
    <Fragment key={place}>
      {place > 0 && <b className={styles.name}>{name}</b>}
      {withNames(part, others)}
    </Fragment>
  ))
}
