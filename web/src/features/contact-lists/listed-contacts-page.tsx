import type { ContactListItemView, ContactListView } from '@balcao/contract/contact-lists'
import { type NumberCheckState, numberCheckStates } from '@balcao/domain/contact-lists'
import type { ContactListId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { ArrowLeft, BookUser, Plus, RefreshCw, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { isEmptyOrLoading } from '../../ui/has-none'
import { IconButton } from '../../ui/icon-button'
import { ListPageLayout, PageLayout } from '../../ui/page'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useContactList, useContactListMutations } from './api/contact-lists'
import { useDeleteListedContact, useListedContacts } from './api/listed-contacts'
import { NumberCheckProgress } from './contact-list-table'
import styles from './contact-lists.module.css'
import { FillContactListDialog } from './fill-dialog'
import { ListedContactDialog, ListedContactTable } from './listed-contacts'

type OpenDialog =
  | { readonly dialog: 'none' | 'import' | 'check' }
  | { readonly dialog: 'edit'; readonly item: ContactListItemView | null }
  | { readonly dialog: 'delete'; readonly item: ContactListItemView }

export default function ListedContactsPage() {
  const { t } = useTranslation('contactLists')
  // The cast is unchecked: the server refuses an id without a list.
  const id = Number(useParams().contactListId) as ContactListId
  const navigate = useNavigate()
  const { data: list, error, isPending, refetch } = useContactList(id)
  if (list === undefined || error !== null) {
    const failure = <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
    return (
      <PageLayout>
        {isPending ? <SkeletonRows rows={6} /> : failure}
        {!isPending && <Button onClick={() => void navigate('/contact-lists')}>{t('back')}</Button>}
      </PageLayout>
    )
  }
  return <ListedContacts key={id} list={list} />
}

function ListedContacts({ list }: { list: ContactListView }) {
  const { t } = useTranslation('contactLists')
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [state, setState] = useState<NumberCheckState | ''>('')
  const [open, setOpen] = useState<OpenDialog>({ dialog: 'none' })
  const chosen = useMemo(() => ({ words: search, state }), [search, state])
  // Debounces both filters together, so that one request follows (GEN-10).
  const rested = useDebounced(chosen, limits.searchDebounce)
  const found = useListedContacts(list.id, rested.words, rested.state === '' ? null : rested.state)
  const { data, error, isPending, refetch } = found
  const isFiltered = rested.words.trim() !== '' || rested.state !== ''
  const isEmpty = !isFiltered && isEmptyOrLoading(data?.items, isPending)
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'edit', item: null })}>
      {t('addItem')}
    </Button>
  )
  const importButton = (
    <Button icon={Upload} onClick={() => setOpen({ dialog: 'import' })}>
      {t('import')}
    </Button>
  )
  return (
    <ListPageLayout
      list={found}
      intro={
        <div className={styles.where}>
          <IconButton label={t('back')} onClick={() => void navigate('/contact-lists')}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <h2>{list.name}</h2>
        </div>
      }
      actions={
        <>
          {list.contactsCount > 0 && (
            <Button
              disabled={list.dueCount === list.contactsCount}
              icon={RefreshCw}
              onClick={() => setOpen({ dialog: 'check' })}
            >
              {t('checkAgain')}
            </Button>
          )}
          {!isEmpty && importButton}
          {!isEmpty && addButton}
        </>
      }
    >
      <div className={styles.above}>
        <NumberCheckProgress list={list} />
        <div className={styles.where}>
          <SearchBox label={t('searchItems')} value={search} onChange={setSearch} />
          <div className={styles.state}>
            <SelectField<NumberCheckState | ''>
              label={t('filter')}
              choices={[
                { value: '', name: t('all') },
                ...numberCheckStates.map((value) => ({ value, name: t(value) })),
              ]}
              value={state}
              onChange={setState}
            />
          </div>
        </div>
      </div>
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.items.length > 0 ? (
        <ListedContactTable
          items={data.items}
          count={data.count}
          onEdit={(item) => setOpen({ dialog: 'edit', item })}
          onDelete={(item) => setOpen({ dialog: 'delete', item })}
        />
      ) : isFiltered ? (
        <NoResultsState
          search={[rested.words.trim(), rested.state === '' ? '' : t(rested.state)]
            .filter(Boolean)
            .join(' · ')}
          where={t('itemsSearchedIn')}
          onClear={() => {
            setSearch('')
            setState('')
          }}
        />
      ) : (
        <EmptyState icon={BookUser} title={t('emptyListTitle')} text={t('emptyListText')}>
          {importButton}
          {addButton}
        </EmptyState>
      )}
      <ListedContactsDialogs list={list} open={open} onClose={() => setOpen({ dialog: 'none' })} />
    </ListPageLayout>
  )
}

interface ListedContactsDialogsProps {
  readonly list: ContactListView
  readonly open: OpenDialog
  readonly onClose: () => void
}

function ListedContactsDialogs({ list, open, onClose }: ListedContactsDialogsProps) {
  const { t } = useTranslation('contactLists')
  const remove = useDeleteListedContact(list.id)
  const { check } = useContactListMutations()
  switch (open.dialog) {
    case 'none':
      return null
    case 'import':
      return <FillContactListDialog list={list} onClose={onClose} />
    case 'edit':
      return <ListedContactDialog listId={list.id} item={open.item} onClose={onClose} />
    case 'check':
      return (
        <ConfirmDialog
          title={t('checkTitle')}
          confirm={t('checkConfirm')}
          onClose={onClose}
          onConfirm={() => check.mutateAsync(list.id)}
        >
          {t('checkMeaning', { count: list.contactsCount })}
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          title={t('deleteItemTitle', { name: open.item.name })}
          confirm={t('deleteItemConfirm')}
          destroys
          onClose={onClose}
          onConfirm={async () => {
            await remove.mutateAsync(open.item.id)
            showToast('success', t('common:saved'))
          }}
        >
          {t('deleteItemMeaning')}
        </ConfirmDialog>
      )
  }
}
