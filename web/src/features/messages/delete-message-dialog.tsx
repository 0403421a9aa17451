import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'

interface DeleteMessageDialogProps {
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

export function DeleteMessageDialog({ onConfirm, onClose }: DeleteMessageDialogProps) {
  const { t } = useTranslation('messages')
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      confirm={t('deleteConfirm')}
      destroys
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('deleteMeaning')}
    </ConfirmDialog>
  )
}
