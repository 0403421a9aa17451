import styles from './dot-name.module.css'

/** A queue, or another thing with a colour that somebody chose: small beside its word. */
export function DotName({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles.chip}>
      <i className={styles.dot} style={{ background: color }} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
