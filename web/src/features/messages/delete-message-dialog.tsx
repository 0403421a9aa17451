import { useTranslation } from 'react-i18next'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/confirm-dialog'

export function DeleteMessageDialog(props: Pick<ConfirmDialogProps, 'onConfirm' | 'onClose'>) {
  const { t } = useTranslation('messages')
  return (
    <ConfirmDialog {...props} title={t('deleteTitle')} confirm={t('deleteConfirm')} destroys>
      {t('deleteMeaning')}
    </ConfirmDialog>
  )
}
