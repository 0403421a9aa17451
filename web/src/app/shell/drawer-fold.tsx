import { ChevronDown, ChevronRight, Send } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './drawer.module.css'

interface DrawerFoldProps {
  readonly label: string
  /** The drawer shows only icons, and the items are always visible. */
  readonly collapsed: boolean
  /** One of the items leads to the current page. */
  readonly hasCurrent: boolean
  readonly children: ReactNode
}

/**
 * A collapsible section with the menu items of one module (SHELL-31), so that the rest of the menu fits on a
 * small laptop. It expands when one of its items leads to the current page.
 */
export function CollapsibleDrawerItems({ label, collapsed, hasCurrent, children }: DrawerFoldProps) {
  const [isOpen, setOpen] = useState(hasCurrent)
  useEffect(() => {
    if (hasCurrent) setOpen(true)
  }, [hasCurrent])
  if (collapsed) return children
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <li>
        <button
          type="button"
          className={styles.item}
          aria-expanded={isOpen}
          onClick={() => setOpen((was) => !was)}
        >
          <Send size={18} strokeWidth={1.75} aria-hidden />
          <span className={styles.label}>{label}</span>
          <Chevron size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </li>
      {isOpen && children}
    </>
  )
}
