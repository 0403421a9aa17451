import type { QuickMessageView } from '@balcao/contract/quick-messages'
import { fillVariables } from '@balcao/domain/message-variables'
import { isAdmin } from '@balcao/domain/people'
import { Lock, Paperclip, Users, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { sampleContact } from '../../lib/sample-person'
import { useUser, viewerOf } from '../../lib/session'
import { minuteMs, useNow } from '../../lib/timers'
import type { Column } from '../../ui/data-table'
import { Pill } from '../../ui/pill'
import { SearchableRecordPage } from '../../ui/searched-records'
import { useDeleteQuickMessage, useQuickMessagePages } from './api/quick-messages'
import { QuickMessageDialog } from './quick-message-dialog'
import styles from './quick-messages.module.css'

export default function QuickMessagesPage() {
  const { t } = useTranslation('quickMessages')
  const viewer = viewerOf(useUser())
  const { timeZone, language } = useUser().company
  const now = new Date(useNow(minuteMs))
  const remove = useDeleteQuickMessage()
  const columns: Column<QuickMessageView>[] = [
    {
      key: 'shortcode',
      title: t('shortcode'),
      width: '200px',
      onPhone: 'head',
      cell: ({ shortcode }) => <b className={styles.shortcode}>/{shortcode}</b>,
    },
    {
      key: 'message',
      title: t('message'),
      cell: ({ message }) => (
        <span className={styles.message} title={message}>
          {fillVariables(message, { ...sampleContact, now, timeZone, language }) || '—'}
        </span>
      ),
    },
    {
      key: 'file',
      title: t('file'),
      width: '200px',
      cell: ({ mediaName, mediaPath }) =>
        mediaPath === null ? (
          '—'
        ) : (
          <a className={styles.file} href={mediaPath} target="_blank" rel="noreferrer">
            <Paperclip size={14} strokeWidth={1.75} aria-hidden /> <span>{mediaName}</span>
          </a>
        ),
    },
    {
      key: 'geral',
      title: t('whose'),
      width: '160px',
      cell: ({ geral }) => (
        <Pill tone={geral ? 'info' : 'idle'} icon={geral ? Users : Lock}>
          {t(geral ? 'shared' : 'own')}
        </Pill>
      ),
    },
  ]
  return (
    <SearchableRecordPage
      useRecords={useQuickMessagePages}
      nameOf={({ shortcode }) => `/${shortcode}`}
      words={{
        list: t('list'),
        search: t('search'),
        searchedIn: t('searchedIn'),
        add: t('new'),
        edit: (name) => t('editOf', { name }),
        remove: (name) => t('deleteOf', { name }),
        removeTitle: (name) => t('deleteTitle', { name }),
        removeMeaning: t('deleteMeaning'),
        removed: t('deleted'),
        total: (count) => t('total', { count }),
      }}
      empty={{ icon: Zap, title: t('emptyTitle'), text: t('emptyText') }}
      columns={columns}
      mayChange={({ userId }) => userId === viewer.userId || isAdmin(viewer)}
      form={(record, onClose) => <QuickMessageDialog quickMessage={record} onClose={onClose} />}
      onRemove={({ id }) => remove.mutateAsync(id)}
    />
  )
}
