import styles from './ticket-row.module.css'

interface MarkedTextProps {
  readonly text: string
  /** From and until, one after the other. */
  readonly marks: readonly (readonly [from: number, until: number])[]
}

/** A text with the words in it marked that were looked for. */
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
