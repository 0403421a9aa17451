import { NavLink } from 'react-router'
import styles from './link-tabs.module.css'

interface LinkTabsProps {
  readonly label: string
  readonly tabs: readonly { readonly to: string; readonly name: string }[]
}

export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, name }) => (
        <NavLink key={to} to={to} end className={styles.tab ?? ''}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
