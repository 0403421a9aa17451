import { type ContactView, deleteContact } from '@balcao/contract/contacts'
import { MessageSquarePlus, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayCall } from '../../lib/session'
import { formatPhoneNumber } from '../../lib/shown-number'
import { useRequestConversation } from '../../lib/talk-to'
import { Avatar } from '../../ui/avatar'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import styles from './contacts-page.module.css'

interface ContactTableProps {
  readonly contacts: readonly ContactView[]
  readonly foot: string
  /** The table shows deleted contacts, whose rows have no buttons. */
  readonly removed: boolean
  readonly onShow: (contact: ContactView) => void
  readonly onEdit: (contact: ContactView) => void
  readonly onDelete: (contact: ContactView) => void
}

/**
 * Lists contacts. Only admins get the delete button (CONTACT-10). A group has neither a number nor an edit
 * button.
 */
export function ContactTable({ contacts, foot, removed, onShow, onEdit, onDelete }: ContactTableProps) {
  const { t } = useTranslation('contacts')
  const mayDelete = useMayCall(deleteContact)
  const talkTo = useRequestConversation()
  const columns: Column<ContactView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: (contact) => (
        <button type="button" className={styles.person} onClick={() => onShow(contact)}>
          <Avatar
            name={contact.name}
            seed={contact.id}
            picture={contact.profilePicUrl}
            isGroup={contact.isGroup}
            size={36}
          />
          <span>{contact.name}</span>
        </button>
      ),
    },
    {
      key: 'number',
      title: t('whatsapp'),
      width: '190px',
      cell: (contact) => <ShownNumber contact={contact} />,
    },
    {
      key: 'email',
      title: t('email'),
      cell: ({ email }) => <span className={styles.email}>{email || '—'}</span>,
    },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '148px',
      align: 'right',
      onPhone: 'actions',
      cell: (contact) => (
        <span className={styles.actions}>
          <IconButton label={t('talkTo', { name: contact.name })} onClick={() => talkTo(contact)}>
            <MessageSquarePlus size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton
            label={t('editOf', { name: contact.name })}
            disabled={contact.isGroup}
            onClick={() => onEdit(contact)}
          >
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          {mayDelete && (
            <IconButton label={t('deleteOf', { name: contact.name })} onClick={() => onDelete(contact)}>
              <Trash2 size={20} strokeWidth={1.75} aria-hidden />
            </IconButton>
          )}
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={t(removed ? 'removedTable' : 'table')}
      columns={removed ? columns.filter(({ key }) => key !== 'actions') : columns}
      rows={contacts}
      keyOf={({ id }) => id}
      foot={<span>{foot}</span>}
    />
  )
}

function ShownNumber({ contact: { number, isGroup } }: { contact: ContactView }) {
  const { t } = useTranslation('contacts')
  if (isGroup) return t('group')
  if (number === '') return <span className={styles.hidden}>{t('hidden')}</span>
  return <span className={styles.number}>{formatPhoneNumber(number)}</span>
}
