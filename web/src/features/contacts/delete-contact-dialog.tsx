import type { ContactView } from '@balcao/contract/contacts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useDeleteContact } from './api/contact-acts'

/** CONTACT-16: names the contact and the data that remains. */
export function DeleteContactDialog({ contact, onClose }: { contact: ContactView; onClose: () => void }) {
  const { t } = useTranslation('contacts')
  const remove = useDeleteContact()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: contact.name })}
      confirm={t('deleteConfirm')}
      destroys
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync(contact.id)
        showToast('success', t('common:saved'))
      }}
    >
      {t('common:confirmDelete')} {t('deleteMeaning')}
    </ConfirmDialog>
  )
}
