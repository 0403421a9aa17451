import styles from './dot-name.module.css'

export function NameWithColourDot({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles.chip}>
      <i className={styles.dot} style={{ background: color }} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
