import type { ContactListView } from '@balcao/contract/contact-lists'
import { limits } from '@balcao/domain/limits'
import { BookUser, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { isEmptyOrLoading } from '../../ui/has-none'
import { ListPage } from '../../ui/page'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useContactListActs, useContactLists } from './api/contact-lists'
import { ContactListDialog } from './contact-list-dialog'
import { ContactListTable } from './contact-list-table'
import { FillContactListDialog } from './fill-dialog'

type OpenDialog =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'edit'; readonly list: ContactListView | null }
  | { readonly dialog: 'import' | 'delete'; readonly list: ContactListView }

export default function ContactListsPage() {
  const { t } = useTranslation('contactLists')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<OpenDialog>({ dialog: 'none' })
  const rested = useDebounced(search, limits.searchDebounce)
  const found = useContactLists(rested)
  const { data, error, isPending, refetch } = found
  const { remove } = useContactListActs()
  const close = () => setOpen({ dialog: 'none' })
  const isEmpty = rested.trim() === '' && isEmptyOrLoading(data?.lists, isPending)
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', list: null })}>
      {t('new')}
    </Button>
  )
  return (
    <ListPage
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
      {open.dialog === 'edit' && <ContactListDialog list={open.list} onClose={close} />}
      {open.dialog === 'import' && <FillContactListDialog list={open.list} onClose={close} />}
      {open.dialog === 'delete' && (
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
    </ListPage>
  )
}
