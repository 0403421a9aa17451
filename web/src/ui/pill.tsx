import type { LucideIcon } from 'lucide-react'
import styles from './pill.module.css'

export type PillTone = 'ok' | 'warn' | 'bad' | 'idle' | 'info'

/** A state as a label with an icon, so that it does not depend on colour alone. */
export function Pill({ tone, icon: Icon, children }: { tone: PillTone; icon: LucideIcon; children: string }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      <Icon size={14} strokeWidth={2} aria-hidden /> {children}
    </span>
  )
}
