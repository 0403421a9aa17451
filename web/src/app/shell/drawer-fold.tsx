import { ChevronDown, ChevronRight, Send } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './drawer.module.css'

interface DrawerFoldProps {
  readonly label: string
  /** Icons only: the items show without their fold. */
  readonly collapsed: boolean
  /** The current page is one of them. */
  readonly hasCurrent: boolean
  readonly children: ReactNode
}

/**
 * The items of one module below a common line that hides them (SHELL-31). It opens when one of them is the current page, so
 * that a small laptop shows the rest of the menu.
 */
export function DrawerFold({ label, collapsed, hasCurrent, children }: DrawerFoldProps) {
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
