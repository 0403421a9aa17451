import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { AppDialog } from './dialog'
import styles from './form.module.css'

interface FormDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly isWaiting: boolean
  /** The form has unsaved changes, so closing asks for a confirmation. */
  readonly isDirty: boolean
  readonly children: ReactNode
  readonly width?: number
  readonly submitLabel?: string
  readonly destroys?: boolean
  readonly isFixed?: boolean
}

export function FormDialog(props: FormDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => (props.isDirty ? setLeaving(true) : props.onClose())
  return (
    <AppDialog
      title={props.title}
      onClose={leave}
      width={props.width ?? 520}
      actions={
        props.isFixed === true ? (
          <Button onClick={props.onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button onClick={leave}>{t('cancel')}</Button>
            <Button
              type="submit"
              form={formId}
              kind="primary"
              destroys={props.destroys === true}
              disabled={props.isWaiting}
            >
              {props.submitLabel ?? t('save')}
            </Button>
          </>
        )
      }
    >
      <form id={formId} className={styles.form} onSubmit={props.onSubmit} noValidate>
        {props.children}
      </form>
      {isLeaving && (
        <ConfirmDialog
          title={t('leaveChanges')}
          confirm={t('discard')}
          cancel={t('keepEditing')}
          destroys
          onClose={() => setLeaving(false)}
          onConfirm={async () => props.onClose()}
        >
          {t('leaveMeaning')}
        </ConfirmDialog>
      )}
    </AppDialog>
  )
}
