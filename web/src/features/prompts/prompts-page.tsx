import type { PromptView } from '@balcao/contract/prompts'
import { mayManageAndReadKeys } from '@balcao/domain/permissions'
import { Pencil, Plus, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../lib/session'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { type Column, DataTable } from '../../ui/data-table'
import { isEmptyOrLoading } from '../../ui/has-none'
import { IconButton } from '../../ui/icon-button'
import { LastServiceCallResult } from '../../ui/last-call'
import { ListPageLayout } from '../../ui/page'
import type { OpenRecordDialog } from '../../ui/record-dialogs'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDeletePrompt, usePromptSubscription, usePrompts } from './api/prompts'
import { PromptDialog } from './prompt-dialog'

export default function PromptsPage() {
  const { t } = useTranslation('prompts')
  usePromptSubscription()
  const mayChange = mayManageAndReadKeys(useViewer(), 'prompts.manage')
  const remove = useDeletePrompt()
  const [open, setOpen] = useState<OpenRecordDialog<PromptView>>({ dialog: 'none' })
  const list = usePrompts()
  const { data, error, isPending, refetch } = list
  const close = () => setOpen({ dialog: 'none' })
  const isEmpty = isEmptyOrLoading(data?.records, isPending)
  const addButton = mayChange && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'form', record: null })}>
      {t('new')}
    </Button>
  )

  return (
    <ListPageLayout intro={t('intro')} actions={isEmpty || !mayChange ? undefined : addButton} list={list}>
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.records.length === 0 ? (
        <EmptyState icon={Sparkles} title={t('emptyTitle')} text={t('emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <PromptTable prompts={data.records} count={data.count} onOpen={mayChange ? setOpen : null} />
      )}
      {open.dialog === 'form' && <PromptDialog prompt={open.record} onClose={close} />}
      {open.dialog === 'remove' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: promptDisplayName(open.record) })}
          confirm={t('deleteConfirm')}
          destroys
          onClose={close}
          onConfirm={async () => {
            const { message } = await remove.mutateAsync(open.record.id)
            showToast('info', message) // The server's message names what was deleted (PROMPT-09).
          }}
        >
          {t('deleteMeaning')}
        </ConfirmDialog>
      )}
    </ListPageLayout>
  )
}

interface PromptTableProps {
  readonly prompts: readonly PromptView[]
  readonly count: number
  /** Opens a dialog; null without the permission. */
  readonly onOpen: ((dialog: OpenRecordDialog<PromptView>) => void) | null
}

function PromptTable({ prompts, count, onOpen }: PromptTableProps) {
  const { t, i18n } = useTranslation('prompts')
  const number = new Intl.NumberFormat(i18n.language)
  const columns: Column<PromptView>[] = [
    { key: 'name', title: t('name'), onPhone: 'head', cell: promptDisplayName },
    { key: 'queue', title: t('queue'), cell: ({ queue }) => queue?.name ?? t('noQueue') },
    {
      key: 'maxTokens',
      title: t('maxTokens'),
      align: 'right',
      cell: ({ maxTokens }) => number.format(maxTokens),
    },
    {
      key: 'calls',
      title: t('calls'),
      align: 'right',
      cell: ({ spending }) => number.format(spending.calls),
    },
    {
      key: 'tokens',
      title: t('tokens'),
      align: 'right',
      cell: ({ spending }) => number.format(spending.tokensIn + spending.tokensOut),
    },
    {
      key: 'last',
      title: t('lastCall'),
      cell: ({ lastCallAt, lastFailure }) => <LastServiceCallResult at={lastCallAt} failure={lastFailure} />,
    },
  ]
  if (onOpen !== null)
    columns.push({
      key: 'actions',
      title: t('common:actions'),
      width: '112px',
      align: 'right',
      onPhone: 'actions',
      cell: (record) => {
        const name = promptDisplayName(record)
        const edit = () => onOpen({ dialog: 'form', record })
        const remove = () => onOpen({ dialog: 'remove', record })
        return (
          <>
            <IconButton icon={Pencil} label={t('editOf', { name })} onClick={edit} />
            <IconButton icon={Trash2} label={t('deleteOf', { name })} onClick={remove} />
          </>
        )
      },
    })
  return (
    <DataTable
      label={t('list')}
      columns={columns}
      rows={prompts}
      keyOf={({ id }) => id}
      foot={<span>{t('foot', { count })}</span>}
    />
  )
}

function promptDisplayName({ id, name }: Pick<PromptView, 'id' | 'name'>): string {
  return name.trim() === '' ? `#${id}` : name
}
