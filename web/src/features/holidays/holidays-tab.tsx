import type { HolidayView } from '@balcao/contract/holidays'
import { CalendarHeart, CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import type { Column } from '../../ui/data-table'
import { formatIsoDate } from '../../ui/date-text'
import { EditableRecordTable } from '../../ui/kept-records'
import { useDeleteHoliday, useHolidays } from './api/holidays'
import { HolidayDialog } from './holiday-dialog'
import { NationalHolidaysDialog } from './national-holidays-dialog'

export function HolidaysTab() {
  const { t, i18n } = useTranslation('holidays')
  const remove = useDeleteHoliday()
  const query = useHolidays()
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' })
  const [isSuggesting, setSuggesting] = useState(false)
  const columns: Column<HolidayView>[] = [
    { key: 'day', title: t('day'), width: '140px', cell: ({ day }) => formatIsoDate(day) },
    {
      key: 'weekday',
      title: t('weekday'),
      width: '180px',
      cell: ({ day }) => weekday.format(new Date(day)),
    },
    { key: 'name', title: t('name'), onPhone: 'head', cell: ({ name }) => name },
  ]
  return (
    <>
      <EditableRecordTable
        query={query}
        nameOf={({ name }) => name}
        words={{
          list: t('list'),
          add: t('new'),
          edit: (name) => t('editOf', { name }),
          remove: (name) => t('deleteOf', { name }),
          removeTitle: (name) => t('deleteTitle', { name }),
          removeMeaning: t('deleteMeaning'),
        }}
        empty={{ icon: CalendarHeart, title: t('emptyTitle'), text: t('emptyText') }}
        columns={columns}
        form={(holiday, onClose) => <HolidayDialog holiday={holiday} onClose={onClose} />}
        onRemove={({ id }) => remove.mutateAsync(id)}
        besideAdd={
          <Button icon={CalendarPlus} onClick={() => setSuggesting(true)}>
            {t('suggest')}
          </Button>
        }
      />
      {isSuggesting && (
        <NationalHolidaysDialog kept={query.data ?? []} onClose={() => setSuggesting(false)} />
      )}
    </>
  )
}
