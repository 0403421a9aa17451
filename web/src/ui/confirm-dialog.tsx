import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import styles from './confirm-dialog.module.css'
import { AppDialog } from './dialog'

export interface ConfirmDialogProps {
  readonly title: string
  /** The loss, or the next step. */
  readonly children: ReactNode
  /** The verb of the act: "Excluir fila". */
  readonly confirm: string
  /** The label of the other button, where `Cancelar` would be ambiguous. */
  readonly cancel?: string
  readonly destroys?: boolean
  /** A milder act; it closes the dialog as the confirmed one does. */
  readonly alternative?: { readonly name: string; readonly act: () => Promise<unknown> } | undefined
  /** False while the loss is still being loaded. */
  readonly isReady?: boolean
  readonly onClose: () => void
  /** The dialog stays open with disabled buttons until this settles, and closes on success. */
  readonly onConfirm: () => Promise<unknown>
}

/**
 * Asks before an act that cannot be undone. It is open while mounted. A failed act leaves it open with an error (ERR-08).
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { alternative } = props

  async function run(act: () => Promise<unknown>) {
    setBusy(true)
    setFailed(false)
    try {
      await act()
      props.onClose()
    } catch {
      setBusy(false)
      setFailed(true) // the mutation has shown the reason
    }
  }

  return (
    <AppDialog
      title={props.title}
      open
      onClose={props.onClose}
      width={440}
      actions={
        <>
          <Button onClick={props.onClose} disabled={isBusy} autoFocus>
            {props.cancel ?? t('cancel')}
          </Button>
          {alternative !== undefined && (
            <Button onClick={() => run(alternative.act)} disabled={isBusy}>
              {alternative.name}
            </Button>
          )}
          <Button
            kind="primary"
            destroys={props.destroys === true}
            onClick={() => run(props.onConfirm)}
            disabled={isBusy || props.isReady === false}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      {props.children}
      {hasFailed && (
        <p role="alert" className={styles.problem}>
          {t('actFailed')}
        </p>
      )}
    </AppDialog>
  )
}
