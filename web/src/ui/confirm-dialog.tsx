import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import styles from './confirm-dialog.module.css'
import { AppDialog } from './dialog'

export interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly confirm: string
  readonly cancel?: string
  readonly destroys?: boolean
  readonly alternative?: { readonly name: string; readonly act: () => Promise<unknown> } | undefined
  readonly isReady?: boolean
  readonly onClose: () => void
  /**
   * Runs the confirmed action. The buttons are disabled while its promise is pending; success closes the
   * dialog.
   */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before an action that cannot be undone. After a failure the dialog stays open with an error (ERR-08). */
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
      setFailed(true) // `onConfirm` has already shown the error in a toast.
    }
  }

  return (
    <AppDialog
      title={props.title}
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
