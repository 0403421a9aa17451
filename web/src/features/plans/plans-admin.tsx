import type { PlanView } from '@balcao/contract/plans'
import { planFlags } from '@balcao/domain/plans'
import { Package } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePlans } from '../../lib/lists/plans'
import { formatReais } from '../../lib/money'
import type { Column } from '../../ui/data-table'
import { EditableRecordTable } from '../../ui/kept-records'
import { useDeletePlan } from './api/plans'
import { PlanDialog } from './plan-dialog'

export function PlansAdmin() {
  const { t } = useTranslation('plans')
  const remove = useDeletePlan()
  const modulesOf = (plan: PlanView) => {
    const on = planFlags.filter((flag) => plan[flag])
    return on.length === planFlags.length ? t('everyModule') : on.map((flag) => t(`flag.${flag}`)).join(', ')
  }
  const columns: Column<PlanView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ name, isPublic }) => (isPublic ? name : `${name} (${t('notPublic')})`),
    },
    { key: 'users', title: t('users'), align: 'right', cell: ({ users }) => users },
    { key: 'connections', title: t('connections'), align: 'right', cell: ({ connections }) => connections },
    { key: 'queues', title: t('queues'), align: 'right', cell: ({ queues }) => queues },
    {
      key: 'storage',
      title: t('storageShort'),
      align: 'right',
      cell: ({ storageGigabytes: count }) => (count === null ? t('noLimit') : t('gigabytes', { count })),
    },
    { key: 'value', title: t('value'), align: 'right', cell: ({ value }) => formatReais(value) },
    { key: 'modules', title: t('modules'), cell: (plan) => modulesOf(plan) || '—' },
  ]
  return (
    <EditableRecordTable
      query={usePlans()}
      nameOf={({ name }) => name}
      words={{
        list: t('list'),
        add: t('new'),
        edit: (name) => t('editOf', { name }),
        remove: (name) => t('deleteOf', { name }),
        removeTitle: (name) => t('deleteTitle', { name }),
        removeMeaning: t('deleteMeaning'),
      }}
      empty={{ icon: Package, title: t('emptyTitle'), text: t('emptyText') }}
      columns={columns}
      form={(plan, onClose) => <PlanDialog plan={plan} onClose={onClose} />}
      onRemove={({ id }) => remove.mutateAsync(id)}
    />
  )
}
