import { createUser, type UserView } from '@balcao/contract/people'
import { limits } from '@balcao/domain/limits'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayCall } from '../../lib/session'
import { useDebounced } from '../../lib/timers'
import { useIsNewDialogRequested } from '../../lib/use-asked-for-new'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ListPageLayout } from '../../ui/page'
import type { OpenRecordDialog } from '../../ui/record-dialogs'
import { SearchBox } from '../../ui/search-box'
import { ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDeleteUser, useUsers } from './api/users'
import { UserDialog } from './user-dialog'
import { UserTable } from './user-table'
import styles from './users.module.css'

export default function UsersPage() {
  const { t } = useTranslation('users')
  const [search, setSearch] = useState('')
  const mayAdd = useMayCall(createUser)
  const isNewAsked = useIsNewDialogRequested() && mayAdd
  const [open, setOpen] = useState<OpenRecordDialog<UserView>>(
    isNewAsked ? { dialog: 'form', record: null } : { dialog: 'none' },
  )
  const rested = useDebounced(search, limits.searchDebounce)
  const list = useUsers(rested)
  const { data, error, isPending, refetch } = list
  const close = () => setOpen({ dialog: 'none' })

  return (
    <ListPageLayout
      list={list}
      intro={<SearchBox label={t('search')} value={search} onChange={setSearch} />}
      actions={
        mayAdd && (
          <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'form', record: null })}>
            {t('new')}
          </Button>
        )
      }
    >
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.records.length === 0 ? (
        <NoResultsState search={rested} where={t('searchedIn')} onClear={() => setSearch('')} />
      ) : (
        <UserTable
          users={data.records}
          count={data.count}
          onEdit={(user) => setOpen({ dialog: 'form', record: user })}
          onDelete={(user) => setOpen({ dialog: 'remove', record: user })}
        />
      )}
      {open.dialog === 'form' && (
        <UserDialog
          user={open.record}
          title={open.record === null ? t('newTitle') : t('editTitle', { name: open.record.name })}
          onClose={close}
        />
      )}
      {open.dialog === 'remove' && <DeleteUserDialog user={open.record} onClose={close} />}
    </ListPageLayout>
  )
}

function DeleteUserDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const { t } = useTranslation('users')
  const remove = useDeleteUser()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: user.name })}
      confirm={t('deleteConfirm')}
      destroys
      onClose={onClose}
      onConfirm={async () => {
        const { returnedTickets } = await remove.mutateAsync(user.id)
        showToast('success', t('common:saved'))
        if (returnedTickets > 0) showToast('info', t('waitingAgain', { count: returnedTickets }))
      }}
    >
      <p>{t('common:confirmDelete')}</p>
      <p className={styles.list}>{t('deleteMeaning')}</p>
    </ConfirmDialog>
  )
}
