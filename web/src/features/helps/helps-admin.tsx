import type { HelpView } from '@balcao/contract/helps'
import Button from '@mui/material/Button'
import { CirclePlay, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import pageStyles from '../../ui/page.module.css'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDeleteHelp, useHelps } from './api/helps'
import { HelpDialog } from './help-dialog'
import styles from './helps.module.css'
import { VideoPicture } from './video-picture'

type Open =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'edit'; readonly help: HelpView | null }
  | { readonly dialog: 'delete'; readonly help: HelpView }

/** Where the platform's owner keeps the help videos (HELP-02). */
export function HelpsAdmin() {
  const { t } = useTranslation('helps')
  const { data: helps, error, isPending, refetch } = useHelps()
  const [open, setOpen] = useState<Open>({ dialog: 'none' })
  const close = () => setOpen({ dialog: 'none' })
  const addButton = (
    <Button
      variant="contained"
      startIcon={<Plus size={16} strokeWidth={2} />}
      onClick={() => setOpen({ dialog: 'edit', help: null })}
    >
      {t('new')}
    </Button>
  )
  return (
    <>
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : helps === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : helps.length === 0 ? (
        <EmptyState icon={CirclePlay} title={t('emptyTitle')} text={t('emptyAdminText')}>
          {addButton}
        </EmptyState>
      ) : (
        <>
          <div className={pageStyles.above}>{addButton}</div>
          <HelpTable
            helps={helps}
            onEdit={(help) => setOpen({ dialog: 'edit', help })}
            onDelete={(help) => setOpen({ dialog: 'delete', help })}
          />
        </>
      )}
      {open.dialog === 'edit' && <HelpDialog help={open.help} onClose={close} />}
      {open.dialog === 'delete' && <DeleteHelpDialog help={open.help} onClose={close} />}
    </>
  )
}

interface HelpTableProps {
  readonly helps: readonly HelpView[]
  readonly onEdit: (help: HelpView) => void
  readonly onDelete: (help: HelpView) => void
}

function HelpTable({ helps, onEdit, onDelete }: HelpTableProps) {
  const { t } = useTranslation('helps')
  const columns: Column<HelpView>[] = [
    {
      key: 'picture',
      title: t('picture'),
      width: '128px',
      onPhone: 'hidden',
      cell: ({ video }) => (
        <span className={styles.small}>
          <VideoPicture video={video} />
        </span>
      ),
    },
    { key: 'title', title: t('title'), onPhone: 'head', cell: ({ title }) => title },
    { key: 'description', title: t('description'), cell: ({ description }) => description || '—' },
    { key: 'video', title: t('video'), width: '140px', cell: ({ video }) => video },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '112px',
      align: 'right',
      onPhone: 'actions',
      cell: (help) => (
        <>
          <IconButton label={t('editOf', { title: help.title })} onClick={() => onEdit(help)}>
            <Pencil size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label={t('deleteOf', { title: help.title })} onClick={() => onDelete(help)}>
            <Trash2 size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </>
      ),
    },
  ]
  return <DataTable label={t('list')} columns={columns} rows={helps} keyOf={({ id }) => id} />
}

function DeleteHelpDialog({ help, onClose }: { help: HelpView; onClose: () => void }) {
  const { t } = useTranslation('helps')
  const remove = useDeleteHelp()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { title: help.title })}
      confirm={t('common:delete')}
      destroys
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync(help.id)
        showToast('success', t('common:saved'))
      }}
    >
      {t('common:confirmDelete')}
    </ConfirmDialog>
  )
}
