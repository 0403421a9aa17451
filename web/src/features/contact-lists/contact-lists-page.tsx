import { type ContactListView, contactListForm } from '@balcao/contract/contact-lists'
import { limits } from '@balcao/domain/limits'
import { zodResolver } from '@hookform/resolvers/zod'
import { BookUser, Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { FormDialog } from '../../ui/form-dialog'
import { isEmptyOrLoading } from '../../ui/has-none'
import { ListPageLayout } from '../../ui/page'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useContactListMutations, useContactLists, useSaveContactList } from './api/contact-lists'
import { ContactListTable } from './contact-list-table'
import { FillContactListDialog } from './fill-dialog'

type OpenDialog =
  | { readonly dialog: 'edit'; readonly list: ContactListView | null }
  | { readonly dialog: 'import' | 'delete'; readonly list: ContactListView }

export default function ContactListsPage() {
  const { t } = useTranslation('contactLists')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const rested = useDebounced(search, limits.searchDebounce)
  const found = useContactLists(rested)
  const { data, error, isPending, refetch } = found
  const { remove } = useContactListMutations()
  const close = () => setOpen(null)
  const isEmpty = rested.trim() === '' && isEmptyOrLoading(data?.lists, isPending)
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', list: null })}>
      {t('new')}
    </Button>
  )
  return (
    <ListPageLayout
      intro={<SearchBox label={t('search')} value={search} onChange={setSearch} />}
      actions={isEmpty ? undefined : addButton}
      list={found}
    >
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.lists.length > 0 ? (
        <ContactListTable
          lists={data.lists}
          count={data.count}
          onImport={(list) => setOpen({ dialog: 'import', list })}
          onEdit={(list) => setOpen({ dialog: 'edit', list })}
          onDelete={(list) => setOpen({ dialog: 'delete', list })}
        />
      ) : isEmpty ? (
        <EmptyState icon={BookUser} title={t('emptyTitle')} text={t('emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <NoResultsState search={rested} where={t('searchedIn')} onClear={() => setSearch('')} />
      )}
      {open?.dialog === 'edit' && <ContactListDialog list={open.list} onClose={close} />}
      {open?.dialog === 'import' && <FillContactListDialog list={open.list} onClose={close} />}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: open.list.name })}
          confirm={t('deleteConfirm')}
          destroys
          onClose={close}
          onConfirm={async () => {
            await remove.mutateAsync(open.list.id)
            showToast('success', t('common:saved'))
          }}
        >
          {t('deleteMeaning', { count: open.list.contactsCount })}
        </ConfirmDialog>
      )}
    </ListPageLayout>
  )
}

interface ContactListDialogProps {
  /** The list to edit; `null` creates a new one. */
  readonly list: ContactListView | null
  readonly onClose: () => void
}

function ContactListDialog({ list, onClose }: ContactListDialogProps) {
  const { t } = useTranslation('contactLists')
  const save = useSaveContactList(list?.id ?? null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(contactListForm),
    mode: 'onTouched',
    defaultValues: { name: list?.name ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: { name: string }) => {
    await save.mutateAsync(values)
    showToast('success', t('saved'))
    onClose()
  })
  return (
    <FormDialog
      title={list === null ? t('newTitle') : t('editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={440}
    >
      <TextField label={t('name')} autoFocus error={formState.errors.name?.message} {...register('name')} />
    </FormDialog>
  )
}
