import type { ContactListItemView } from '@balcao/contract/contact-lists'
import { CircleCheck, CircleHelp, CircleX, Clock, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { formatPhoneNumber } from '../../lib/shown-number'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { Pill } from '../../ui/pill'
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

function Validity({ item: { isWhatsappValid, checkedAt, isCheckDue } }: { item: ContactListItemView }) {
  const { t } = useTranslation('contactLists')
  const title = checkedAt === null ? undefined : t('checkedAt', { when: dateAndTime(checkedAt) })
  return (
    <span title={title}>
      {isWhatsappValid ? (
        <Pill tone="ok" icon={CircleCheck}>
          {t('valid')}
        </Pill>
      ) : checkedAt !== null ? (
        <Pill tone="bad" icon={CircleX}>
          {t('invalid')}
        </Pill>
      ) : isCheckDue ? (
        <Pill tone="idle" icon={Clock}>
          {t('due')}
        </Pill>
      ) : (
        <Pill tone="warn" icon={CircleHelp}>
          {t('unchecked')}
        </Pill>
      )}
    </span>
  )
}
