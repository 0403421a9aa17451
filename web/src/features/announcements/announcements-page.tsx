import type { AnnouncementView } from '@balcao/contract/announcements'
import { CircleCheck, CirclePause, Megaphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import type { Column } from '../../ui/data-table'
import { Pill } from '../../ui/pill'
import { SearchableRecordPage } from '../../ui/searched-records'
import { AnnouncementDialog } from './announcement-dialog'
import styles from './announcements.module.css'
import { useAnnouncementPages, useDeleteAnnouncement } from './api/announcements'
import { AnnouncementPriorityPill } from './priority-pill'

export default function AnnouncementsPage() {
  const { t } = useTranslation('announcements')
  const remove = useDeleteAnnouncement()
  const columns: Column<AnnouncementView>[] = [
    {
      key: 'title',
      title: t('titleField'),
      onPhone: 'head',
      cell: ({ title, text }) => (
        <span className={styles.what}>
          <b>{title}</b>
          <span>{text}</span>
        </span>
      ),
    },
    {
      key: 'priority',
      title: t('priority'),
      width: '120px',
      cell: ({ priority }) => <AnnouncementPriorityPill priority={priority} />,
    },
    {
      key: 'status',
      title: t('status'),
      width: '120px',
      cell: ({ status }) => (
        <Pill tone={status ? 'ok' : 'idle'} icon={status ? CircleCheck : CirclePause}>
          {t(status ? 'active' : 'inactive')}
        </Pill>
      ),
    },
    {
      key: 'picture',
      title: t('picture'),
      width: '96px',
      onPhone: 'hidden',
      cell: ({ mediaPath }) =>
        mediaPath !== null && <img src={`/public/${mediaPath}`} alt="" className={styles.small} />,
    },
    {
      key: 'createdAt',
      title: t('createdAt'),
      width: '152px',
      cell: ({ createdAt }) => dateAndTime(createdAt),
    },
  ]
  return (
    <SearchableRecordPage
      useRecords={useAnnouncementPages}
      nameOf={({ title }) => title}
      words={{
        list: t('list'),
        search: t('search'),
        searchedIn: t('searchedIn'),
        add: t('new'),
        edit: (title) => t('editOf', { title }),
        remove: (title) => t('deleteOf', { title }),
        removeTitle: (title) => t('deleteTitle', { title }),
        removeMeaning: t('deleteMeaning'),
        removed: t('deleted'),
        total: (count) => t('total', { count }),
      }}
      empty={{ icon: Megaphone, title: t('emptyTitle'), text: t('emptyText') }}
      columns={columns}
      form={(record, onClose) => <AnnouncementDialog announcement={record} onClose={onClose} />}
      onRemove={({ id }) => remove.mutateAsync(id)}
    />
  )
}
