import styles from './ticket-row.module.css'

interface MarkedTextProps {
  readonly text: string
  /** Ranges [from, until), in order, without overlap. */
  readonly marks: readonly (readonly [from: number, until: number])[]
}

/** A text with the matches of a search marked. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  const parts = marks.map(([from, until], at) => (
    <span key={from}>
      {text.slice(marks[at - 1]?.[1] ?? 0, from)}
      <mark className={styles.mark}>{text.slice(from, until)}</mark>
    </span>
  ))
  return (
    <>
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
