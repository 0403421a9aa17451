import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../lib/observable'
import { Button } from './button'
import styles from './toast-stack.module.css'
import { closeToast, pauseToastTimer, restartToastTimer, shownToasts, type Toast } from './toasts'
import { UndoBar } from './undo-bar'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info } as const

/** Always mounted, so that screen readers announce new toasts. */
export function ToastStack() {
  const toasts = useObservable(shownToasts)
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      <UndoBar />
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => closeToast(toast.id)} />
      ))}
    </div>
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { id, kind, text, action } = toast
  const { t } = useTranslation()
  const Icon = icons[kind]
  const act = () => {
    onClose()
    action?.act()
  }
  const hold = () => pauseToastTimer(id)
  const release = () => restartToastTimer(id)
  const held =
    action === undefined
      ? {}
      : { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release }
  return (
    <div className={styles.toast} data-kind={kind} {...held}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{text}</span>
      {action !== undefined && <Button onClick={act}>{action.name}</Button>}
      <button type="button" className={styles.close} onClick={onClose} aria-label={t('close')}>
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}
