import { ChevronDown, ChevronRight, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './drawer.module.css'

interface DrawerFoldProps {
  readonly label: string
  /** Icons only: the items stand by themselves. */
  readonly collapsed: boolean
  readonly children: ReactNode
}

/** Items of one module below their common line, which hides them (SHELL-31). */
export function DrawerFold({ label, collapsed, children }: DrawerFoldProps) {
  const [isOpen, setOpen] = useState(true)
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
