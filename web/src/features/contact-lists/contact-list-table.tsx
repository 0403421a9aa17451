import type { ContactListView } from '@balcao/contract/contact-lists'
import { numberCheckSecondsLeft } from '@balcao/domain/contact-lists'
import { Pencil, Trash2, Upload, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { ProgressBar } from '../../ui/progress-bar'
import styles from './contact-lists.module.css'

interface ContactListTableProps {
  readonly lists: readonly ContactListView[]
  readonly count: number
  readonly onImport: (list: ContactListView) => void
  readonly onEdit: (list: ContactListView) => void
  readonly onDelete: (list: ContactListView) => void
}

export function ContactListTable({ lists, count, onImport, onEdit, onDelete }: ContactListTableProps) {
  const { t, i18n } = useTranslation('contactLists')
  const navigate = useNavigate()
  const number = new Intl.NumberFormat(i18n.language)
  const columns: Column<ContactListView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ id, name }) => (
        <Link className={styles.name} to={`/contact-lists/${id}/contacts`}>
          {name}
        </Link>
      ),
    },
    {
      key: 'contacts',
      title: t('contacts'),
      align: 'right',
      width: '120px',
      cell: ({ contactsCount }) => number.format(contactsCount),
    },
    { key: 'checked', title: t('onWhatsapp'), cell: (list) => <NumberCheckCounts list={list} /> },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '192px',
      align: 'right',
      onPhone: 'actions',
      cell: (list) => (
        <span className={styles.actions}>
          <IconButton
            label={t('openOf', { name: list.name })}
            onClick={() => void navigate(`/contact-lists/${list.id}/contacts`)}
          >
            <Users size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label={t('importOf', { name: list.name })} onClick={() => onImport(list)}>
            <Upload size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label={t('editOf', { name: list.name })} onClick={() => onEdit(list)}>
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label={t('deleteOf', { name: list.name })} onClick={() => onDelete(list)}>
            <Trash2 size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={t('list')}
      columns={columns}
      rows={lists}
      keyOf={({ id }) => id}
      foot={<span>{t('foot', { count })}</span>}
    />
  )
}

type Counts = Pick<ContactListView, 'contactsCount' | 'validCount' | 'invalidCount' | 'dueCount'>

function NumberCheckCounts({ list }: { list: Counts }) {
  const { t } = useTranslation('contactLists')
  const { contactsCount, dueCount, validCount, invalidCount } = list
  if (contactsCount === 0) return '—'
  return (
    <div className={styles.counts}>
      <span>{t('validOf', { valid: validCount, invalid: invalidCount })}</span>
      {dueCount > 0 && <CheckBar list={list} />}
    </div>
  )
}

export function NumberCheckProgress({ list }: { list: Counts }) {
  const { t } = useTranslation('contactLists')
  if (list.dueCount === 0) return null
  const minutes = Math.max(1, Math.ceil(numberCheckSecondsLeft(list.dueCount) / 60))
  return (
    <div className={styles.progress}>
      <span role="status">
        {t('checking', { done: list.contactsCount - list.dueCount, count: list.contactsCount })}
      </span>
      <CheckBar list={list} />
      <span className={styles.help}>{t('checkingHelp', { count: minutes })}</span>
    </div>
  )
}

function CheckBar({ list: { contactsCount, dueCount } }: { list: Counts }) {
  const { t } = useTranslation('contactLists')
  const share = Math.floor(((contactsCount - dueCount) / contactsCount) * 100)
  return <ProgressBar percent={share} label={t('checkedShare', { share })} />
}
