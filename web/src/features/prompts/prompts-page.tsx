import type { PromptView } from '@balcao/contract/prompts'
import { mayAdminister } from '@balcao/domain/permissions'
import { Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../lib/session'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { isEmptyOrLoading } from '../../ui/has-none'
import { ListPage } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDeletePrompt, usePromptSubscription, usePrompts } from './api/prompts'
import { PromptDialog } from './prompt-dialog'
import { PromptTable, promptDisplayName } from './prompt-table'

type OpenDialog =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'edit'; readonly prompt: PromptView | null }
  | { readonly dialog: 'delete'; readonly prompt: PromptView }

export default function PromptsPage() {
  const { t } = useTranslation('prompts')
  usePromptSubscription()
  const mayChange = mayAdminister(useViewer(), 'prompts.manage')
  const remove = useDeletePrompt()
  const [open, setOpen] = useState<OpenDialog>({ dialog: 'none' })
  const list = usePrompts()
  const { data, error, isPending, refetch } = list
  const close = () => setOpen({ dialog: 'none' })
  const isEmpty = isEmptyOrLoading(data?.records, isPending)
  const addButton = mayChange && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', prompt: null })}>
      {t('new')}
    </Button>
  )

  return (
    <ListPage intro={t('intro')} actions={isEmpty || !mayChange ? undefined : addButton} list={list}>
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.records.length === 0 ? (
        <EmptyState icon={Sparkles} title={t('emptyTitle')} text={t('emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <PromptTable
          prompts={data.records}
          count={data.count}
          acts={
            mayChange
              ? {
                  onEdit: (prompt) => setOpen({ dialog: 'edit', prompt }),
                  onDelete: (prompt) => setOpen({ dialog: 'delete', prompt }),
                }
              : null
          }
        />
      )}
      {open.dialog === 'edit' && <PromptDialog prompt={open.prompt} onClose={close} />}
      {open.dialog === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: promptDisplayName(open.prompt) })}
          confirm={t('deleteConfirm')}
          destroys
          onClose={close}
          onConfirm={async () => {
            const { message } = await remove.mutateAsync(open.prompt.id)
            showToast('info', message) // The server's message names what was deleted (PROMPT-09).
          }}
        >
          {t('deleteMeaning')}
        </ConfirmDialog>
      )}
    </ListPage>
  )
}
