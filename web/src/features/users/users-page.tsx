import { createUser, type UserView } from '@balcao/contract/people'
import { limits } from '@balcao/domain/limits'
import Button from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayCall } from '../../lib/session'
import { useRested } from '../../lib/timers'
import { useAskedForNew } from '../../lib/use-asked-for-new'
import { ListPage } from '../../ui/page'
import { SearchBox } from '../../ui/search-box'
import { ErrorState, NothingFound, SkeletonRows } from '../../ui/states'
import { useUsers } from './api/list-users'
import { DeleteUserDialog } from './delete-user-dialog'
import { UserDialog } from './user-dialog'
import { UserTable } from './user-table'

type Open =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'edit'; readonly user: UserView | null }
  | { readonly dialog: 'delete'; readonly user: UserView }

export default function UsersPage() {
  const { t } = useTranslation('users')
  const [search, setSearch] = useState('')
  const mayAdd = useMayCall(createUser)
  const isNewAsked = useAskedForNew() && mayAdd
  const [open, setOpen] = useState<Open>(isNewAsked ? { dialog: 'edit', user: null } : { dialog: 'none' })
  const rested = useRested(search, limits.searchDebounce)
  const list = useUsers(rested)
  const { data, error, isPending, refetch } = list
  const close = () => setOpen({ dialog: 'none' })

  return (
    <ListPage
      list={list}
      intro={<SearchBox label={t('search')} value={search} onChange={setSearch} />}
      actions={
        mayAdd && (
          <Button
            variant="contained"
            startIcon={<Plus size={16} strokeWidth={2} />}
            onClick={() => setOpen({ dialog: 'edit', user: null })}
          >
            {t('new')}
          </Button>
        )
      }
    >
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.users.length === 0 ? (
        <NothingFound search={rested} where={t('searchedIn')} onClear={() => setSearch('')} />
      ) : (
        <UserTable
          users={data.users}
          count={data.count}
          onEdit={(user) => setOpen({ dialog: 'edit', user })}
          onDelete={(user) => setOpen({ dialog: 'delete', user })}
        />
      )}
      {open.dialog === 'edit' && (
        <UserDialog
          user={open.user}
          title={open.user === null ? t('newTitle') : t('editTitle', { name: open.user.name })}
          onClose={close}
        />
      )}
      {open.dialog === 'delete' && <DeleteUserDialog user={open.user} onClose={close} />}
    </ListPage>
  )
}
