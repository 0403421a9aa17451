import { type OptOutView, optOutForm } from '@balcao/contract/campaigns'
import { zodResolver } from '@hookform/resolvers/zod'
import { BellOff, Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { useCompanyClock } from '../../lib/company-clock'
import { errorText } from '../../lib/error-text'
import { formatPhoneNumber } from '../../lib/shown-number'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { type Column, DataTable } from '../../ui/data-table'
import { FormDialog } from '../../ui/form-dialog'
import { IconButton } from '../../ui/icon-button'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useAddOptOut, useDeleteOptOut, type useOptOuts } from './api/opt-outs'
import styles from './opt-outs.module.css'

interface OptOutsProps {
  readonly found: ReturnType<typeof useOptOuts>
  readonly search: string
  readonly searchedFor: string
  readonly onSearch: (words: string) => void
}

export function OptOutList({ found, search, searchedFor, onSearch }: OptOutsProps) {
  const { t } = useTranslation('campaigns')
  /** The open dialog: `add` for the form, an opt-out for the confirmation before it is removed, null for none. */
  const [open, setOpen] = useState<'add' | OptOutView | null>(null)
  const remove = useDeleteOptOut()
  const close = () => setOpen(null)
  const { data, error, isPending, refetch } = found
  return (
    <>
      <div className={styles.above}>
        <SearchBox label={t('optOuts.search')} value={search} onChange={onSearch} />
        <Button kind="primary" icon={Plus} onClick={() => setOpen('add')}>
          {t('optOuts.add')}
        </Button>
      </div>
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.records.length > 0 ? (
        <OptOutTable optOuts={data.records} count={data.count} onRemove={setOpen} />
      ) : searchedFor !== '' ? (
        <NoResultsState search={searchedFor} where={t('optOuts.searchedIn')} onClear={() => onSearch('')} />
      ) : (
        <EmptyState icon={BellOff} title={t('optOuts.emptyTitle')} text={t('optOuts.emptyText')} />
      )}
      {open === 'add' && <OptOutDialog onClose={close} />}
      {open !== null && open !== 'add' && (
        <ConfirmDialog
          title={t('optOuts.removeTitle', { name: open.name })}
          confirm={t('optOuts.removeConfirm')}
          destroys
          onClose={close}
          onConfirm={async () => {
            await remove.mutateAsync(open.id)
            showToast('success', t('optOuts.removed', { name: open.name }))
          }}
        >
          {t('optOuts.removeMeaning')}
        </ConfirmDialog>
      )}
    </>
  )
}

interface OptOutTableProps {
  readonly optOuts: readonly OptOutView[]
  readonly count: number
  readonly onRemove: (optOut: OptOutView) => void
}

function OptOutTable({ optOuts, count, onRemove }: OptOutTableProps) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const columns: Column<OptOutView>[] = [
    {
      key: 'name',
      title: t('name'),
      onPhone: 'head',
      cell: ({ name }) => <span className={styles.text}>{name}</span>,
    },
    {
      key: 'number',
      title: t('number'),
      cell: ({ number }) => (
        <span className={styles.number}>{number === '' ? '—' : formatPhoneNumber(number)}</span>
      ),
    },
    {
      key: 'word',
      title: t('optOuts.word'),
      cell: ({ word, isFromWhatsapp }) => (
        <span className={styles.text}>
          {word ?? t(isFromWhatsapp ? 'optOuts.atWhatsapp' : 'optOuts.written')}
        </span>
      ),
    },
    {
      key: 'campaign',
      title: t('optOuts.campaign'),
      cell: ({ campaign }) => <span className={styles.text}>{campaign?.name ?? '—'}</span>,
    },
    {
      key: 'since',
      title: t('optOuts.since'),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className={styles.number}>
          {clock.shown(createdAt)}
        </time>
      ),
    },
    {
      key: 'actions',
      title: t('common:actions'),
      width: '96px',
      align: 'right',
      onPhone: 'actions',
      cell: (optOut) => (
        <IconButton label={t('optOuts.remove', { name: optOut.name })} onClick={() => onRemove(optOut)}>
          <Undo2 size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      ),
    },
  ]
  return (
    <DataTable
      label={t('optOuts.list')}
      columns={columns}
      rows={optOuts}
      keyOf={({ id }) => id}
      foot={<span>{t('optOuts.total', { count })}</span>}
    />
  )
}

function OptOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('campaigns')
  const add = useAddOptOut()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(optOutForm),
    mode: 'onTouched',
    defaultValues: { name: '', number: '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: z.output<typeof optOutForm>) => {
    try {
      await add.mutateAsync(values)
      showToast('success', t('optOuts.added'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_OPT_OUT_ALREADY_EXISTS'))
        setError('number', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const { errors } = formState
  return (
    <FormDialog
      title={t('optOuts.addTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={440}
    >
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      <TextField
        label={t('number')}
        help={t('optOuts.numberHelp')}
        inputMode="tel"
        error={errors.number?.message}
        {...register('number')}
      />
    </FormDialog>
  )
}
