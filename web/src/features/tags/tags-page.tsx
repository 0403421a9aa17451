import type { TagWithUsageView } from '@balcao/contract/tags'
import { hasPermission } from '@balcao/domain/permissions'
import { SquareKanban, Tags } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../lib/session'
import type { Column } from '../../ui/data-table'
import { Pill } from '../../ui/pill'
import { SearchableRecordPage } from '../../ui/searched-records'
import { useDeleteTag, useTagPageSubscription, useTagPages } from './api/tags'
import { TagChip } from './tag-chip'
import { TagDialog } from './tag-dialog'
import styles from './tags.module.css'

export default function TagsPage() {
  const { t } = useTranslation('tags')
  const maySetLane = hasPermission(useViewer(), 'tags.editKanban')
  useTagPageSubscription()
  const remove = useDeleteTag()
  const columns: Column<TagWithUsageView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ name, color, kanban }) => (
        <span className={styles.named}>
          <TagChip name={name} color={color} />
          {kanban === 1 && (
            <Pill tone="info" icon={SquareKanban}>
              {t('lane')}
            </Pill>
          )}
        </span>
      ),
    },
    {
      key: 'tickets',
      title: t('tickets'),
      width: '160px',
      align: 'right',
      cell: ({ ticketsCount }) => ticketsCount,
    },
  ]
  return (
    <SearchableRecordPage
      useRecords={useTagPages}
      nameOf={({ name }) => name}
      words={{
        list: t('title'),
        search: t('search'),
        searchedIn: t('searchedIn'),
        add: t('new'),
        edit: (name) => t('editOf', { name }),
        remove: (name) => t('deleteOf', { name }),
        removeTitle: (name) => t('deleteTitle', { name }),
        removeMeaning: ({ ticketsCount }) => t('deleteMeaning', { count: ticketsCount }),
        removed: t('common:saved'),
        total: (count) => t('total', { count }),
      }}
      empty={{ icon: Tags, title: t('emptyTitle'), text: t('emptyText') }}
      columns={columns}
      mayChange={({ kanban }) => kanban === 0 || maySetLane}
      form={(tag, onClose) => <TagDialog tag={tag} maySetLane={maySetLane} onClose={onClose} />}
      onRemove={({ id }) => remove.mutateAsync(id)}
    />
  )
}
