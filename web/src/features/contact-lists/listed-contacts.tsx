import { type ContactListItemView, contactListItemForm } from '@balcao/contract/contact-lists'
import type { ContactListId } from '@balcao/domain/ids'
import { zodResolver } from '@hookform/resolvers/zod'
import { CircleCheck, CircleHelp, CircleX, Clock, Pencil, Trash2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { dateAndTime } from '../../lib/dates'
import { errorText } from '../../lib/error-text'
import { formatPhoneNumber } from '../../lib/shown-number'
import { type Column, DataTable } from '../../ui/data-table'
import { FormDialog } from '../../ui/form-dialog'
import { IconButton } from '../../ui/icon-button'
import { Pill } from '../../ui/pill'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveListedContact } from './api/listed-contacts'
import styles from './contact-lists.module.css'

interface ItemTableProps {
  readonly items: readonly ContactListItemView[]
  readonly count: number
  readonly onEdit: (item: ContactListItemView) => void
  readonly onDelete: (item: ContactListItemView) => void
}

export function ListedContactTable({ items, count, onEdit, onDelete }: ItemTableProps) {
  const { t } = useTranslation('contactLists')
  const columns: Column<ContactListItemView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
    },
    {
      key: 'number',
      title: t('number'),
      width: '190px',
      cell: ({ number }) => <span className={styles.number}>{formatPhoneNumber(number)}</span>,
    },
    {
      key: 'email',
      title: t('email'),
      cell: ({ email }) => <span className={styles.email}>{email || '—'}</span>,
    },
    { key: 'valid', title: t('onWhatsapp'), width: '180px', cell: (item) => <Validity item={item} /> },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '112px',
      align: 'right',
      onPhone: 'actions',
      cell: (item) => (
        <span className={styles.actions}>
          <IconButton label={t('editItemOf', { name: item.name })} onClick={() => onEdit(item)}>
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label={t('deleteItemOf', { name: item.name })} onClick={() => onDelete(item)}>
            <Trash2 size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={t('items')}
      columns={columns}
      rows={items}
      keyOf={({ id }) => id}
      foot={<span>{t('itemsFoot', { count })}</span>}
    />
  )
}

const pillsByState = {
  valid: { tone: 'ok', icon: CircleCheck },
  invalid: { tone: 'bad', icon: CircleX },
  due: { tone: 'idle', icon: Clock },
  unchecked: { tone: 'warn', icon: CircleHelp },
} as const

function Validity({ item: { isWhatsappValid, checkedAt, isCheckDue } }: { item: ContactListItemView }) {
  const { t } = useTranslation('contactLists')
  const title = checkedAt === null ? undefined : t('checkedAt', { when: dateAndTime(checkedAt) })
  const unknown = isCheckDue ? 'due' : 'unchecked'
  const state = isWhatsappValid ? 'valid' : checkedAt !== null ? 'invalid' : unknown
  return (
    <span title={title}>
      <Pill {...pillsByState[state]}>{t(state)}</Pill>
    </span>
  )
}

interface ItemDialogProps {
  readonly listId: ContactListId
  /** The contact of the list to edit; `null` adds a new one. */
  readonly item: ContactListItemView | null
  readonly onClose: () => void
}

/** Edits a contact of a list (CLIST-06). Saving checks whether the number is on WhatsApp (CLIST-13). */
export function ListedContactDialog({ listId, item, onClose }: ItemDialogProps) {
  const { t } = useTranslation('contactLists')
  const save = useSaveListedContact(listId, item?.id ?? null)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(contactListItemForm),
    mode: 'onTouched',
    defaultValues: { name: item?.name ?? '', number: item?.number ?? '', email: item?.email ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: z.output<typeof contactListItemForm>) => {
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
