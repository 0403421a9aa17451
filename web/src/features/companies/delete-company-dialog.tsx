import type { CompanyWithUsage } from '@balcao/contract/companies'
import { companyDeletionDelayDays } from '@balcao/domain/companies'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDeleteCompany } from './api/companies'
import styles from './companies.module.css'

interface DeleteCompanyDialogProps {
  readonly company: CompanyWithUsage
  readonly onClose: () => void
}

export function DeleteCompanyDialog({ company: { id, name, used }, onClose }: DeleteCompanyDialogProps) {
  const { t } = useTranslation('companies')
  const [typed, setTyped] = useState('')
  const remove = useDeleteCompany()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      confirm={t('deleteConfirm')}
      destroys
      isReady={typed.trim() === name}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ id, name: typed })
        showToast('success', t('common:saved'))
      }}
    >
      <div className={styles.texts}>
        <p>{t('common:confirmDelete')}</p>
        <p>{t('deleteMeaning', { count: used.users, days: companyDeletionDelayDays })}</p>
      </div>
      <TextField
        label={t('typeName', { name })}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  )
}
