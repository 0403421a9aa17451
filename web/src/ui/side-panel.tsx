import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button'
import styles from './side-panel.module.css'

interface SidePanelProps {
  readonly title: string
  readonly onClose: () => void
  /** True when the user has just opened the panel, which then takes the focus; false while it stays open. */
  readonly takesFocus: boolean
  readonly children: ReactNode
}

export function SidePanel({ title, onClose, takesFocus, children }: SidePanelProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside ref={panel} className={styles.panel} aria-label={title} tabIndex={-1}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <IconButton icon={X} label={t('close')} onClick={onClose} />
      </header>
      <div className={styles.sections}>{children}</div>
    </aside>
  )
}

interface PanelSectionProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children?: ReactNode
}

export function PanelSection({ title, action, children }: PanelSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.sectionHead}>
        <h3 id={titleId}>{title}</h3>
        {action}
      </header>
      {children}
    </section>
  )
}

export function PanelStatusText({ children }: { children: string }) {
  return <p className={styles.note}>{children}</p>
}

export function PanelFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <p role="alert" className={styles.note}>
      {text}{' '}
      <button type="button" className={styles.link} onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </p>
  )
}

interface PanelLinkProps {
  readonly children: string
  readonly label: string
  readonly onClick: () => void
  readonly expanded?: boolean
}

export function PanelTextButton({ children, label, onClick, expanded }: PanelLinkProps) {
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={label}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
