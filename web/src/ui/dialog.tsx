import Dialog from '@mui/material/Dialog'
import Modal from '@mui/material/Modal'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './dialog.module.css'
import { IconButton } from './icon-button'

interface AppDialogProps {
  readonly title: string
  /** Always true: the caller mounts a dialog to open it, and unmounts it to close it. */
  readonly open?: true
  readonly onClose: () => void
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly width?: number
}

export function AppDialog({ title, onClose, children, actions, width = 480 }: AppDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth={false}
      slotProps={{ paper: { style: { width: '100%', maxWidth: width } } }}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label={t('close')} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.foot}>{actions}</footer>}
    </Dialog>
  )
}

interface FullScreenDialogProps {
  readonly label: string
  readonly className?: string | undefined
  readonly onClose: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

export function FullScreenDialog({ label, className, onClose, onKeyDown, children }: FullScreenDialogProps) {
  return (
    <Modal open onClose={onClose}>
      <div role="dialog" aria-modal="true" aria-label={label} className={className} onKeyDown={onKeyDown}>
        {children}
      </div>
    </Modal>
  )
}
