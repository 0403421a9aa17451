import { Star } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar'
import { SelectField } from '../../ui/choice-field'
import { type Column, DataTable } from '../../ui/data-table'
import { useIsNarrow } from '../../ui/use-media'
import styles from './dashboard.module.css'
import { formatMeanAttendanceTime } from './duration'
import { AttendantsExportButton } from './export-button'
import { HelpTip } from './help-tip'
import type { FiguresRange } from './range'
import {
  type Attendant,
  type AttendantSort,
  type AttendantSortKey,
  nextAttendantSort,
  sortAttendants,
} from './sort-attendants'

interface AttendantsProps {
  readonly attendants: readonly Attendant[]
  readonly range: FiguresRange
  readonly today: string
}

export function AttendantsTable({ attendants, range, today }: AttendantsProps) {
  const { t, i18n } = useTranslation('dashboard')
  const asCards = useIsNarrow()
  const [order, setOrder] = useState<AttendantSort>({ by: 'name', direction: 'ascending' })
  const rows = sortAttendants(attendants, order, i18n.language)
  const columns = useColumns().map((column) => ({
    ...column,
    sorted: order.by === column.key ? order.direction : ('none' as const),
    onSort: () => setOrder(nextAttendantSort(order, column.key)),
  }))
  return (
    <section aria-labelledby="attendants">
      <div className={styles.headline}>
        <h2 id="attendants" className={styles.title}>
          {t('attendants')}
        </h2>
        <HelpTip what={t('attendants')}>
          <dl className={styles.meanings}>
            {(['rating', 'tickets', 'avgSupportTime', 'online'] as const).map((column) => (
              <div key={column}>
                <dt>{t(`columns.${column}`)}</dt>
                <dd>{t(`meanings.${column}`)}</dd>
              </div>
            ))}
          </dl>
        </HelpTip>
        <span className={styles.grow} />
        <AttendantsExportButton attendants={rows} range={range} today={today} />
      </div>
      {asCards && (
        <div className={styles.order}>
          <SelectField
            label={t('orderBy')}
            value={order.by}
            choices={columns.map(({ key, title }) => ({ value: key, name: title }))}
            onChange={(by) => setOrder(nextAttendantSort(order, by))}
          />
        </div>
      )}
      <DataTable
        label={t('attendants')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        foot={t('total', { count: rows.length })}
      />
    </section>
  )
}

function useColumns(): (Column<Attendant> & { readonly key: AttendantSortKey })[] {
  const { t, i18n } = useTranslation('dashboard')
  return [
    {
      key: 'name',
      title: t('columns.name'),
      onPhone: 'head',
      cell: ({ id, name }) => (
        <span className={styles.person}>
          <Avatar name={name} seed={id} size={28} /> {name}
        </span>
      ),
    },
    { key: 'rating', title: t('columns.rating'), cell: ({ rating }) => <RatingStars rating={rating} /> },
    {
      key: 'tickets',
      title: t('columns.tickets'),
      align: 'right',
      cell: ({ tickets }) => tickets.toLocaleString(i18n.language),
    },
    {
      key: 'avgSupportTime',
      title: t('columns.avgSupportTime'),
      align: 'right',
      cell: ({ avgSupportTime, tickets }) => formatMeanAttendanceTime(avgSupportTime, tickets),
    },
    { key: 'online', title: t('columns.online'), cell: ({ online }) => <PresenceCell online={online} /> },
  ]
}

function PresenceCell({ online }: { online: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <span className={styles.presence} data-online={online}>
      <i aria-hidden /> {t(online ? 'isOnline' : 'isOffline')}
    </span>
  )
}

/** A rating as 1 to 3 stars: unsatisfied, satisfied, very satisfied; 0 means not rated (DASH-10). */
function RatingStars({ rating }: { rating: number }) {
  const { t } = useTranslation('dashboard')
  if (rating === 0) return <span className={styles.faint}>{t('unrated')}</span>
  const words = t(`ratings.${rating}`)
  return (
    <span className={styles.rating}>
      <span role="img" aria-label={t('starsOf', { count: rating })} className={styles.stars}>
        {[1, 2, 3].map((star) => (
          <Star key={star} size={16} strokeWidth={1.75} data-full={star <= rating} aria-hidden />
        ))}
      </span>
      {words}
    </span>
  )
}
