import type { CampaignView } from '@balcao/contract/campaigns'
import { limits } from '@balcao/domain/limits'
import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { isEmptyOrLoading } from '../../ui/has-none'
import { ListPageLayout } from '../../ui/page'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { type CampaignAction, CampaignActionDialog } from './act-dialog'
import { useCampaigns } from './api/campaigns'
import { CampaignDialog } from './campaign-dialog'
import { CampaignTable } from './campaign-table'

type OpenDialog =
  | { readonly dialog: 'form'; readonly campaign: CampaignView | null }
  | { readonly dialog: CampaignAction; readonly campaign: CampaignView }

export default function CampaignsPage() {
  const { t } = useTranslation('campaigns')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const rested = useDebounced(search, limits.searchDebounce).trim()
  const found = useCampaigns(rested)
  const { data, error, isPending, refetch } = found
  const close = () => setOpen(null)
  const isEmpty = rested === '' && isEmptyOrLoading(data?.records, isPending)
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'form', campaign: null })}>
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
      ) : data.records.length > 0 ? (
        <CampaignTable
          campaigns={data.records}
          count={data.count}
          onEdit={(campaign) => setOpen({ dialog: 'form', campaign })}
          onAct={(dialog, campaign) => setOpen({ dialog, campaign })}
        />
      ) : isEmpty ? (
        <EmptyState icon={Send} title={t('emptyTitle')} text={t('emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <NoResultsState search={rested} where={t('searchedIn')} onClear={() => setSearch('')} />
      )}
      {open?.dialog === 'form' && <CampaignDialog campaign={open.campaign} onClose={close} />}
      {open !== null && open.dialog !== 'form' && (
        <CampaignActionDialog act={open.dialog} campaign={open.campaign} onClose={close} />
      )}
    </ListPageLayout>
  )
}
