import type { FileListView } from '@balcao/contract/file-lists'
import { hasPermission } from '@balcao/domain/permissions'
import { Files } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../lib/session'
import type { Column } from '../../ui/data-table'
import { SearchableRecordPage } from '../../ui/searched-records'
import { useDeleteFileList, useFileListSubscription, useFileLists } from './api/file-lists'
import { FileListDialog } from './file-list-dialog'
import styles from './file-lists.module.css'

export default function FileListsPage() {
  const { t } = useTranslation('fileLists')
  useFileListSubscription()
  const mayChange = hasPermission(useViewer(), 'files.manage')
  const remove = useDeleteFileList()
  const columns: Column<FileListView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
    },
    {
      key: 'message',
      title: t('message'),
      cell: ({ message }) => <span className={styles.message}>{message}</span>,
    },
    {
      key: 'files',
      title: t('files'),
      width: '120px',
      align: 'right',
      cell: ({ options }) => options.length,
    },
  ]
  return (
    <SearchableRecordPage
      useRecords={useFileLists}
      nameOf={({ name }) => name}
      words={{
        list: t('list'),
        search: t('search'),
        searchedIn: t('searchedIn'),
        add: t('new'),
        edit: (name) => t('editOf', { name }),
        remove: (name) => t('deleteOf', { name }),
        removeTitle: (name) => t('deleteTitle', { name }),
        removeMeaning: t('deleteMeaning'),
        removeConfirm: t('deleteConfirm'),
        removed: t('deleted'),
        total: (count) => t('foot', { count }),
      }}
      empty={{ icon: Files, title: t('emptyTitle'), text: t('emptyText') }}
      columns={columns}
      isReadOnly={!mayChange}
      form={(list, onClose) => <FileListDialog list={list} onClose={onClose} />}
      onRemove={({ id }) => remove.mutateAsync(id)}
    />
  )
}
