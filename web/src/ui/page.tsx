import type { ReactNode, UIEvent } from 'react'
import styles from './page.module.css'

interface PageProps {
  /** One line on what is shown. */
  readonly intro?: ReactNode
  /** Buttons, the main one last. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly onScroll?: (event: UIEvent<HTMLElement>) => void
}

/** A page of administration: its intro and its actions above, the content below; scrolls by itself. */
export function Page({ intro, actions, children, onScroll }: PageProps) {
  return (
    <div className={styles.page} onScroll={onScroll}>
      {(intro !== undefined || actions !== undefined) && (
        <div className={styles.head}>
          <div className={styles.intro}>{intro}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  )
}
