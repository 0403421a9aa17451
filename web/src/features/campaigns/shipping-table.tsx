import { type CampaignView, exportCampaignShippings, type ShippingView } from '@balcao/contract/campaigns'
import {
  type ShippingState,
  type ShippingStateFilter,
  type ShippingStateGroup,
  shippingStateGroups,
  shippingStates,
} from '@balcao/domain/campaigns'
import { limits } from '@balcao/domain/limits'
import { Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCompanyClock } from '../../lib/company-clock'
import { useMayCall } from '../../lib/session'
import { formatPhoneNumber } from '../../lib/shown-number'
import { useDebounced } from '../../lib/timers'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { type Column, DataTable } from '../../ui/data-table'
import tabStyles from '../../ui/line-tabs.module.css'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { TabRow } from '../../ui/tab-row'
import { useCampaignShipping } from './api/report'
import { CampaignShippingExportButton } from './export-button'
import styles from './report.module.css'
import { lastShippingEventAt, ShippingStateCell } from './shipping-state'

const tabNames = ['all', 'shipped', 'due', 'failed', 'skipped'] as const satisfies readonly (
  | 'all'
  | ShippingStateGroup
)[]
type TabName = (typeof tabNames)[number]

export function CampaignShippingTable({ campaign }: { campaign: CampaignView }) {
  const { t, i18n } = useTranslation('campaigns')
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<TabName>('all')
  const [state, setState] = useState<ShippingState | ''>('')
  const filter: ShippingStateFilter | null = state !== '' ? state : tab === 'all' ? null : tab
  const chosen = useMemo(() => ({ words: search.trim(), wanted: filter }), [search, filter])
  // Debounces both filters together, so that one request follows (GEN-10).
  const { words, wanted } = useDebounced(chosen, limits.searchDebounce)
  const found = useCampaignShipping(campaign.id, words, wanted)
  const { data, error, isPending, refetch } = found
  const number = new Intl.NumberFormat(i18n.language)
  const columns = useColumns(campaign)
  const states = statesIn(tab, campaign)
  const mayExport = useMayCall(exportCampaignShippings)

  function show(next: TabName) {
    setTab(next)
    setState('')
  }

  return (
    <section className={styles.shipping} aria-label={t('shipping')}>
      <div className={styles.filters}>
        <h3 className={styles.title}>{t('shipping')}</h3>
        <div className={styles.tabs}>
          <TabRow
            label={t('shipping')}
            className={tabStyles.tabs}
            tabClassName={tabStyles.tab}
            chosen={tab}
            tabs={tabNames.map((value) => ({
              value,
              content: (
                <>
                  {t(`tabs.${value}`)}{' '}
                  <span className={styles.count}>{number.format(countIn(value, campaign))}</span>
                </>
              ),
            }))}
            onChoose={show}
          />
        </div>
        <SearchBox label={t('searchShipping')} value={search} onChange={setSearch} />
        {states.length > 1 && (
          <div className={styles.stateFilter}>
            <SelectField<ShippingState | ''>
              label={t('stateFilter')}
              value={state}
              choices={[
                { value: '', name: t('allStates') },
                ...states.map((one) => ({
                  value: one,
                  name: `${t(`states.${one}`)} · ${number.format(campaign.counts[one])}`,
                })),
              ]}
              onChange={setState}
            />
          </div>
        )}
        {mayExport && <CampaignShippingExportButton campaign={campaign} search={words} state={wanted} />}
      </div>
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.records.length > 0 ? (
        <DataTable
          label={t('shipping')}
          columns={columns}
          rows={data.records}
          keyOf={({ id }) => id}
          foot={
            <span className={styles.foot}>
              {t('shown', { shown: data.records.length, count: data.count })}
              {found.hasNextPage && (
                <Button
                  size="small"
                  disabled={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage({ cancelRefetch: false })}
                >
                  {t('more')}
                </Button>
              )}
            </span>
          }
        />
      ) : words !== '' || wanted !== null ? (
        <NoResultsState
          search={[words, wanted === null ? '' : t(state === '' ? `tabs.${tab}` : `states.${state}`)]
            .filter(Boolean)
            .join(' · ')}
          where={t('shippingSearchedIn')}
          onClear={() => {
            setSearch('')
            show('all')
          }}
        />
      ) : (
        <EmptyState icon={Send} title={t('noShippingTitle')} text={t('noShippingText')} />
      )}
    </section>
  )
}

function statesIn(tab: TabName, { confirmation }: CampaignView): readonly ShippingState[] {
  const states = tab === 'all' ? shippingStates : shippingStateGroups[tab]
  return states.filter((one) => confirmation || (one !== 'asked' && one !== 'confirmed'))
}

function countIn(tab: TabName, { counts }: CampaignView): number {
  if (tab === 'all') return counts.total
  return shippingStateGroups[tab].reduce((sum, state) => sum + counts[state], 0)
}

function useColumns({ confirmation }: CampaignView): Column<ShippingView>[] {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const ofConfirmation: Column<ShippingView> = {
    key: 'confirmation',
    title: t('confirmation'),
    cell: ({ confirmedAt, confirmationRequestedAt }) => {
      if (confirmedAt !== null) return <b>{t('confirmed')}</b>
      return confirmationRequestedAt === null ? '—' : t('requested')
    },
  }
  return [
    {
      key: 'contact',
      title: t('contact'),
      onPhone: 'head',
      cell: ({ name, ticketUuid }) =>
        ticketUuid === null ? (
          <span className={styles.name}>{name}</span>
        ) : (
          <Link className={styles.name} to={`/tickets/${ticketUuid}`} title={t('openTicket', { name })}>
            {name}
          </Link>
        ),
    },
    {
      key: 'number',
      title: t('number'),
      cell: ({ number }) => <span className={styles.number}>{formatPhoneNumber(number)}</span>,
    },
    { key: 'state', title: t('state'), cell: (shipping) => <ShippingStateCell shipping={shipping} /> },
    ...(confirmation ? [ofConfirmation] : []),
    {
      key: 'when',
      title: t('when'),
      align: 'right',
      cell: (shipping) => {
        const at = lastShippingEventAt(shipping)
        return at === null ? (
          '—'
        ) : (
          <time dateTime={at} className={styles.moment}>
            {clock.shown(at)}
          </time>
        )
      },
    },
  ]
}
