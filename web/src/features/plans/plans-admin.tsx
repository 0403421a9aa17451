import type { PlanView } from '@balcao/contract/plans'
import { planFlags } from '@balcao/domain/plans'
import Button from '@mui/material/Button'
import { Package, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reais } from '../../lib/money'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import pageStyles from '../../ui/page.module.css'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDeletePlan, usePlans } from './api/plans'
import { PlanDialog } from './plan-dialog'

type Open =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'edit'; readonly plan: PlanView | null }
  | { readonly dialog: 'delete'; readonly plan: PlanView }

/** Where the platform's owner keeps the plans (PLAN-04). */
export function PlansAdmin() {
  const { t } = useTranslation('plans')
  const { data: plans, error, isPending, refetch } = usePlans()
  const [open, setOpen] = useState<Open>({ dialog: 'none' })
  const close = () => setOpen({ dialog: 'none' })
  const addButton = (
    <Button
      variant="contained"
      startIcon={<Plus size={16} strokeWidth={2} />}
      onClick={() => setOpen({ dialog: 'edit', plan: null })}
    >
      {t('new')}
    </Button>
  )
  return (
    <>
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : plans === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : plans.length === 0 ? (
        <EmptyState icon={Package} title={t('emptyTitle')} text={t('emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <>
          <div className={pageStyles.above}>{addButton}</div>
          <PlanTable
            plans={plans}
            onEdit={(plan) => setOpen({ dialog: 'edit', plan })}
            onDelete={(plan) => setOpen({ dialog: 'delete', plan })}
          />
        </>
      )}
      {open.dialog === 'edit' && <PlanDialog plan={open.plan} onClose={close} />}
      {open.dialog === 'delete' && <DeletePlanDialog plan={open.plan} onClose={close} />}
    </>
  )
}

interface PlanTableProps {
  readonly plans: readonly PlanView[]
  readonly onEdit: (plan: PlanView) => void
  readonly onDelete: (plan: PlanView) => void
}

function PlanTable({ plans, onEdit, onDelete }: PlanTableProps) {
  const { t } = useTranslation('plans')
  const modulesOf = (plan: PlanView) => {
    const on = planFlags.filter((flag) => plan[flag])
    return on.length === planFlags.length ? t('everyModule') : on.map((flag) => t(`flag.${flag}`)).join(', ')
  }
  const columns: Column<PlanView>[] = [
    { key: 'name', title: t('name'), onPhone: 'head', cell: ({ name }) => name },
    { key: 'users', title: t('users'), align: 'right', cell: ({ users }) => users },
    { key: 'connections', title: t('connections'), align: 'right', cell: ({ connections }) => connections },
    { key: 'queues', title: t('queues'), align: 'right', cell: ({ queues }) => queues },
    { key: 'value', title: t('value'), align: 'right', cell: ({ value }) => reais(value) },
    { key: 'modules', title: t('modules'), cell: (plan) => modulesOf(plan) || '—' },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '112px',
      align: 'right',
      onPhone: 'actions',
      cell: (plan) => (
        <>
          <IconButton label={t('editOf', { name: plan.name })} onClick={() => onEdit(plan)}>
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label={t('deleteOf', { name: plan.name })} onClick={() => onDelete(plan)}>
            <Trash2 size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </>
      ),
    },
  ]
  return <DataTable label={t('list')} columns={columns} rows={plans} keyOf={({ id }) => id} />
}

function DeletePlanDialog({ plan, onClose }: { plan: PlanView; onClose: () => void }) {
  const { t } = useTranslation('plans')
  const remove = useDeletePlan()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: plan.name })}
      confirm={t('common:delete')}
      destroys
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync(plan.id)
        showToast('success', t('common:saved'))
      }}
    >
      {t('common:confirmDelete')} {t('deleteMeaning')}
    </ConfirmDialog>
  )
}
