import type { HelpVideoView } from '@balcao/contract/helps'
import { CirclePlay } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/data-table'
import { EditableRecordTable } from '../../ui/kept-records'
import { useDeleteHelp, useHelps } from './api/helps'
import { HelpDialog } from './help-dialog'
import styles from './helps.module.css'
import { VideoThumbnail } from './video-picture'

export function HelpsAdmin() {
  const { t } = useTranslation('helps')
  const remove = useDeleteHelp()
  const columns: Column<HelpVideoView>[] = [
    {
      key: 'picture',
      title: t('picture'),
      width: '128px',
      onPhone: 'hidden',
      cell: ({ video }) => (
        <span className={styles.small}>
          <VideoThumbnail video={video} />
        </span>
      ),
    },
    { key: 'title', title: t('title'), onPhone: 'head', cell: ({ title }) => title },
    { key: 'description', title: t('description'), cell: ({ description }) => description || '—' },
    { key: 'video', title: t('video'), width: '140px', cell: ({ video }) => video },
  ]
  return (
    <EditableRecordTable
      query={useHelps()}
      nameOf={({ title }) => title}
      words={{
        list: t('list'),
        add: t('new'),
        edit: (title) => t('editOf', { title }),
        remove: (title) => t('deleteOf', { title }),
        removeTitle: (title) => t('deleteTitle', { title }),
      }}
      empty={{ icon: CirclePlay, title: t('emptyTitle'), text: t('emptyAdminText') }}
      columns={columns}
      form={(help, onClose) => <HelpDialog help={help} onClose={onClose} />}
      onRemove={({ id }) => remove.mutateAsync(id)}
    />
  )
}
