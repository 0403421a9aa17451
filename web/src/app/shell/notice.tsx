import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly icon: LucideIcon
  readonly tone?: 'visit'
  readonly children: ReactNode
}

export function ShellNotice({ icon: Icon, tone, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role="status">
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </div>
  )
}
