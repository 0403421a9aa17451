import { type ReactNode, useCallback } from 'react'
import styles from './steady-list.module.css'

interface SteadyRowProps {
  readonly rowKey: string
  /** Called with the row's element on mount; its result is called on unmount. */
  readonly onElement: (key: string, element: HTMLElement) => () => void
  readonly children: ReactNode
}

/** The box of one row, which the list measures. */
export function SteadyRow({ rowKey, onElement, children }: SteadyRowProps) {
  const box = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : onElement(rowKey, element)),
    [rowKey, onElement],
  )
  return (
    <div ref={box} className={styles.row}>
      {children}
    </div>
  )
}
