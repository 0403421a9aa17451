import { CircleAlert, type LucideIcon, RefreshCw, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failedLoadText } from '../lib/error-text'
import { useHasElapsed } from '../lib/timers'
import { Button } from './button'
import styles from './states.module.css'

interface StateProps {
  readonly icon: LucideIcon
  readonly tone?: 'info' | 'idle' | 'bad'
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

export function ScreenStateLayout({ icon: Icon, tone = 'idle', title, text, children }: StateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.tile} data-tone={tone}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && (
        <div className={styles.actions} data-actions>
          {children}
        </div>
      )}
    </div>
  )
}

export function EmptyState(props: Omit<StateProps, 'tone'>) {
  return <ScreenStateLayout tone="info" {...props} />
}

export function NoResultsState(props: { search: string; where: string; onClear: () => void }) {
  const { search, where, onClear } = props
  const { t } = useTranslation()
  return (
    <ScreenStateLayout icon={SearchX} title={t('nothingFor', { search })} text={where}>
      <Button onClick={onClear}>{t('clearSearch')}</Button>
    </ScreenStateLayout>
  )
}

export function ErrorState(props: { title: string; error: unknown; onRetry: () => void }) {
  const { title, error, onRetry } = props
  const { t } = useTranslation()
  return (
    <div role="alert">
      <ScreenStateLayout icon={CircleAlert} tone="bad" title={title} text={failedLoadText(error, t)}>
        <Button onClick={onRetry} icon={RefreshCw}>
          {t('tryAgain')}
        </Button>
      </ScreenStateLayout>
    </div>
  )
}

interface SkeletonRowsProps {
  readonly rows?: number
  readonly height?: number | `var(--${string})`
}

/** The rows appear after 150 ms, so that quick answers do not flash. */
export function SkeletonRows({ rows = 5, height = 'var(--row-table)' }: SkeletonRowsProps) {
  const { t } = useTranslation()
  const isSlow = useHasElapsed(150)
  if (!isSlow) return null
  return (
    <div role="status" className={styles.skeletons}>
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal and never move
        <div key={row} className={styles.skeletonRow} style={{ height }}>
          <span className={styles.skeleton} style={{ width: 36, height: 36, borderRadius: '50%' }} />
          <span className={styles.skeletonLines}>
            <span className={styles.skeleton} style={{ width: `${36 + ((row * 17) % 30)}%`, height: 12 }} />
            <span className={styles.skeleton} style={{ width: `${52 + ((row * 23) % 40)}%`, height: 10 }} />
          </span>
        </div>
      ))}
    </div>
  )
}
