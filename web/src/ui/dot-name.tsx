import styles from './dot-name.module.css'

/** A queue, or another thing with a chosen colour: a small dot beside its name. */
export function DotName({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles.chip}>
      <i className={styles.dot} style={{ background: color }} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
