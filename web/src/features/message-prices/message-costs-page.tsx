import type { MessageCostReport } from '@balcao/contract/message-prices'
import type { ConnectionId } from '@balcao/domain/ids'
import { ChevronLeft, ChevronRight, CircleDollarSign } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useCompanyClock } from '../../lib/company-clock'
import { useConnections } from '../../lib/lists/connections'
import { useNow } from '../../lib/timers'
import { useUrlParams } from '../../lib/use-url-params'
import { type Column, DataTable } from '../../ui/data-table'
import { addMonths } from '../../ui/date-text'
import { IconButton } from '../../ui/icon-button'
import { PageLayout } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useMessageCosts } from './api/message-prices'
import { CostsExportButton } from './export-button'
import styles from './message-prices.module.css'
import { useMessagePriceTexts } from './price-words'

type Row = MessageCostReport['rows'][number]

export default function MessageCostsPage() {
  const { t } = useTranslation('messagePrices')
  // The cast is unchecked: the server refuses an id without a connection.
  const connectionId = Number(useParams().connectionId) as ConnectionId
  const { data: connections = [] } = useConnections()
  const { month, isCurrent, turn } = useMonth()
  const { data, error, isPending, refetch } = useMessageCosts(connectionId, month)
  const connection = connections.find(({ id }) => id === connectionId)?.name ?? ''
  return (
    <PageLayout
      intro={t('costs.intro', { connection })}
      actions={
        data !== undefined &&
        data.rows.length > 0 && <CostsExportButton report={data} connection={connection} />
      }
    >
      <MonthChoice month={month} isCurrent={isCurrent} onTurn={turn} />
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={CircleDollarSign} title={t('costs.emptyTitle')} text={t('costs.emptyText')} />
      ) : (
        <Costs report={data} />
      )}
    </PageLayout>
  )
}

function useMonth() {
  const { params, change } = useUrlParams()
  const current = useCompanyClock().dayOf(useNow(60_000)).slice(0, 7)
  const asked = params.get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : current
  const turn = (months: number) =>
    change(
      (newest) => {
        newest.set('month', addMonths(`${month}-01`, months).slice(0, 7))
        return newest
      },
      { replace: true },
    )
  return { month, isCurrent: month >= current, turn }
}

interface MonthChoiceProps {
  readonly month: string
  readonly isCurrent: boolean
  readonly onTurn: (months: number) => void
}

function MonthChoice({ month, isCurrent, onTurn }: MonthChoiceProps) {
  const { t, i18n } = useTranslation()
  const words = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div className={styles.months}>
      <IconButton icon={ChevronLeft} label={t('date.before')} onClick={() => onTurn(-1)} />
      <h2 aria-live="polite">{words.format(new Date(`${month}-01T00:00:00Z`))}</h2>
      <IconButton
        icon={ChevronRight}
        label={t('date.after')}
        disabled={isCurrent}
        onClick={() => onTurn(1)}
      />
    </div>
  )
}

function Costs({ report: { rows, total } }: { report: MessageCostReport }) {
  const { t } = useTranslation('messagePrices')
  const words = useMessagePriceTexts()
  const columns: Column<Row>[] = [
    {
      key: 'category',
      title: t('category'),
      onPhone: 'head',
      cell: ({ category }) => words.category(category),
    },
    { key: 'country', title: t('country'), cell: ({ country }) => words.country(country) },
    { key: 'messages', title: t('costs.messages'), align: 'right', cell: ({ messages }) => messages },
    { key: 'billed', title: t('costs.billed'), align: 'right', cell: ({ billed }) => billed },
    {
      key: 'free',
      title: t('costs.free'),
      align: 'right',
      cell: ({ messages, billed }) => messages - billed,
    },
    { key: 'cost', title: t('costs.cost'), align: 'right', cell: (row) => <Cost row={row} /> },
  ]
  return (
    <>
      {total.unpriced > 0 && (
        <p className={styles.about}>{t('costs.unpricedNote', { count: total.unpriced })}</p>
      )}
      <DataTable
        label={t('costs.list')}
        columns={columns}
        rows={rows}
        keyOf={({ category, country }) => `${category} ${country}`}
        foot={
          <>
            <span>{t('costs.total', { count: total.messages, billed: total.billed })}</span>
            <strong>
              {total.costs.length > 0
                ? total.costs.map(words.money).join(' + ')
                : t(total.unpriced > 0 ? 'costs.unknown' : 'costs.nothing')}
            </strong>
          </>
        }
      />
    </>
  )
}

/** Without a price the cost of a message is unknown, not zero. */
function Cost({ row: { billed, unpriced, costs } }: { row: Row }) {
  const { t } = useTranslation('messagePrices')
  const words = useMessagePriceTexts()
  if (billed === 0) return t('costs.nothing')
  return (
    <span className={styles.costs}>
      {costs.map((cost) => (
        <span key={cost.currency}>{words.money(cost)}</span>
      ))}
      {unpriced > 0 && (
        <span className={styles.missing}>
          {unpriced === billed ? t('costs.unknown') : t('costs.unpriced', { count: unpriced })}
        </span>
      )}
    </span>
  )
}
