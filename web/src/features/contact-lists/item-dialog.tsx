import { type ContactListItemView, contactListItemForm } from '@balcao/contract/contact-lists'
import type { ContactListId } from '@balcao/domain/ids'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveListedContact } from './api/listed-contacts'

interface ItemDialogProps {
  readonly listId: ContactListId
  /** The contact of the list to edit; `null` adds a new one. */
  readonly item: ContactListItemView | null
  readonly onClose: () => void
}

type ItemInput = z.input<typeof contactListItemForm>
type Values = z.output<typeof contactListItemForm>

/** Edits a contact of a list (CLIST-06). Saving checks whether the number is on WhatsApp (CLIST-13). */
export function ListedContactDialog({ listId, item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('contactLists')
  const save = useSaveListedContact(listId, item?.id ?? null)
  const { register, handleSubmit, setError, formState } = useForm<ItemInput, unknown, Values>({
    resolver: zodResolver(contactListItemForm),
    mode: 'onTouched',
    defaultValues: { name: item?.name ?? '', number: item?.number ?? '', email: item?.email ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    try {
      await save.mutateAsync(values)
      showToast('success', t('itemSaved'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS'))
        setError('number', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const { errors } = formState
  return (
    <FormDialog
      title={item === null ? t('newItemTitle') : t('editItemTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      <TextField
        label={t('number')}
        help={t('numberHelp')}
        inputMode="tel"
        error={errors.number?.message}
        {...register('number')}
      />
      <TextField label={t('email')} inputMode="email" error={errors.email?.message} {...register('email')} />
    </FormDialog>
  )
}
