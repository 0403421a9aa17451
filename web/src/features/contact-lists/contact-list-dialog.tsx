import { type ContactListView, contactListForm } from '@balcao/contract/contact-lists'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveContactList } from './api/contact-lists'

interface ContactListDialogProps {
  /** The list to edit; `null` creates a new one. */
  readonly list: ContactListView | null
  readonly onClose: () => void
}

export function ContactListDialog({ list, onClose }: ContactListDialogProps) {
  const { t } = useTranslation('contactLists')
  const save = useSaveContactList(list?.id ?? null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(contactListForm),
    mode: 'onTouched',
    defaultValues: { name: list?.name ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: { name: string }) => {
    await save.mutateAsync(values)
    showToast('success', t('saved'))
    onClose()
  })
  return (
    <FormDialog
      title={list === null ? t('newTitle') : t('editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={440}
    >
      <TextField label={t('name')} autoFocus error={formState.errors.name?.message} {...register('name')} />
    </FormDialog>
  )
}
