import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './confirm-dialog.module.css'
import { AppDialog } from './dialog'

export interface ConfirmDialogProps {
  readonly title: string
  /** What will be lost, or what happens next. */
  readonly children: ReactNode
  /** The verb of the act: "Excluir fila". */
  readonly confirm: string
  /** The other button, where `Cancelar` would leave open what is cancelled. */
  readonly cancel?: string
  readonly destroys?: boolean
  /** A milder act that may be meant instead; it ends the dialog as the confirmed one does. */
  readonly alternative?: { readonly name: string; readonly act: () => Promise<unknown> } | undefined
  /** False while what will be lost is not known yet. */
  readonly isReady?: boolean
  readonly onClose: () => void
  /** The dialog stays open, its buttons disabled, until this settles; it closes by itself when it succeeds. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before an act that cannot be undone. It is mounted to be open. A failed act leaves it open, and it says so (ERR-08). */
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
      setFailed(true) // the mutation has shown its reason
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
            variant="contained"
            color={props.destroys === true ? 'error' : 'primary'}
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
