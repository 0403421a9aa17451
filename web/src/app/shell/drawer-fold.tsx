import { ChevronDown, ChevronRight, Send } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './drawer.module.css'

interface DrawerFoldProps {
  readonly label: string
  readonly collapsed: boolean
  readonly hasCurrent: boolean
  readonly children: ReactNode
}

/** Folds the items of one module (SHELL-31), so that the rest of the menu fits on a small laptop. */
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
