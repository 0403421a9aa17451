import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import styles from './drawer.module.css'

interface DrawerLinkProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly collapsed: boolean
  /** A page, or an act without one. */
  readonly to?: string
  readonly onClick?: () => void
  /** A count or a warning at its end. */
  readonly badge?: ReactNode
}

export function DrawerLink({ icon: Icon, label, collapsed, to, onClick, badge }: DrawerLinkProps) {
  const content = (
    <>
      <Icon size={collapsed ? 20 : 18} strokeWidth={1.75} aria-hidden />
      <span className={collapsed ? 'sr-only' : styles.label}>{label}</span>
      {badge}
    </>
  )
  const tip = collapsed ? { 'data-tip': label, 'data-tip-side': 'right' } : {}
  return to === undefined ? (
    <button type="button" className={styles.item} onClick={onClick} {...tip}>
      {content}
    </button>
  ) : (
    <NavLink to={to} end={to === '/'} className={styles.item ?? ''} {...tip}>
      {content}
    </NavLink>
  )
}
