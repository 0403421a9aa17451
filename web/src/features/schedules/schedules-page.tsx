import { createSchedule, type ScheduleView } from '@balcao/contract/schedules'
import type { ContactId, ScheduleId, UserId } from '@balcao/domain/ids'
import { CalendarClock, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserTimeZone, useCompanyClock } from '../../lib/company-clock'
import { useUsersOfCompany } from '../../lib/lists/users'
import { useMayCall } from '../../lib/session'
import { useUrlParams } from '../../lib/use-url-params'
import { timeZoneName } from '../../lib/zone-words'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { AppDialog } from '../../ui/dialog'
import { IconButton } from '../../ui/icon-button'
import tabStyles from '../../ui/line-tabs.module.css'
import { PageLayout } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { TabRow } from '../../ui/tab-row'
import { useIsPhone } from '../../ui/use-media'
import { useCalendarSchedules, useContactOfSchedule } from './api/calendar'
import styles from './calendar.module.css'
import {
  type CalendarView,
  calendarViews,
  dayAfterStep,
  daysOfView,
  formatCalendarDay,
  formatDayRange,
  readDayParam,
  timeRangeOfDays,
} from './calendar-days'
import { CalendarGrid } from './calendar-grid'
import { ScheduleContactField } from './contact-field'
import { ScheduleDialog } from './schedule-dialog'
import { ScheduleItem } from './schedule-item'

const emptyList: readonly ScheduleView[] = []

export default function SchedulesPage() {
  const { t, i18n } = useTranslation('schedules')
  const isPhone = useIsPhone()
  const clock = useCompanyClock()
  const { view, day, show } = useCalendarAddress(isPhone ? 'list' : 'month', clock.dayOf(Date.now()))
  const [contactId, setContactId] = useState<ContactId | null>(null)
  const [userId, setUserId] = useState<UserId | null>(null)
  const [openId, setOpenId] = useState<ScheduleId | null>(null)
  const [isNew, setNew] = useState(false)
  const mayAdd = useMayCall(createSchedule)
  const days = daysOfView(view, day)
  const { data, error, isPending, refetch } = useCalendarSchedules({
    ...timeRangeOfDays(days, clock),
    contactId,
    userId,
  })
  const schedules = data?.schedules ?? emptyList
  const opened = schedules.find(({ id }) => id === openId)
  const step = (steps: 1 | -1) => show((shown) => ({ day: dayAfterStep(shown.view, shown.day, steps) }))
  return (
    <PageLayout
      intro={<Rules />}
      actions={
        mayAdd && (
          <Button kind="primary" icon={Plus} onClick={() => setNew(true)}>
            {t('newTitle')}
          </Button>
        )
      }
    >
      <div className={styles.bar}>
        <div className={styles.steps}>
          <IconButton label={t('before')} onClick={() => step(-1)}>
            <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <Button size="small" onClick={() => show(() => ({ day: clock.dayOf(Date.now()) }))}>
            {t('today')}
          </Button>
          <IconButton label={t('after')} onClick={() => step(1)}>
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
        <h2 className={styles.title}>{titleOf(view, day, i18n.language)}</h2>
        <div className={styles.filter}>
          <ScheduleContactField
            start={null}
            error={undefined}
            disabled={false}
            onChoose={(contact) => setContactId(contact?.id ?? null)}
          />
        </div>
        <div className={styles.filter}>
          <AuthorField value={userId} onChange={setUserId} />
        </div>
      </div>
      <TabRow
        label={t('view')}
        className={tabStyles.tabs}
        tabClassName={tabStyles.tab}
        chosen={view}
        tabs={calendarViews.map((value) => ({ value, content: t(`views.${value}`) }))}
        onChoose={(chosen) => show(() => ({ view: chosen }))}
      />
      {isPending ? (
        <SkeletonRows rows={5} height={96} />
      ) : data === undefined ? (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : view === 'list' ? (
        <CalendarList schedules={schedules} />
      ) : (
        <CalendarGrid
          view={view}
          days={days}
          month={day.slice(0, 7)}
          schedules={schedules}
          onOpen={({ id }) => setOpenId(id)}
          onDay={(chosen) => show(() => ({ view: 'day', day: chosen }))}
        />
      )}
      {data?.hasMore === true && <p role="status">{t('tooMany')}</p>}
      {opened !== undefined && (
        <AppDialog title={opened.contact.name} open onClose={() => setOpenId(null)}>
          <ul>
            <ScheduleItem schedule={opened} isElsewhere />
          </ul>
        </AppDialog>
      )}
      {isNew && <ScheduleDialog contact={null} onClose={() => setNew(false)} />}
      {mayAdd && <NewScheduleDialogFromAddress />}
    </PageLayout>
  )
}

interface Shown {
  readonly view: CalendarView
  readonly day: string
}

/** The view and day of the calendar, stored in the URL, so that Back, a reload and a link restore them. */
function useCalendarAddress(viewAtFirst: CalendarView, today: string) {
  const { params, change } = useUrlParams()
  const shownIn = (address: URLSearchParams): Shown => ({
    view: calendarViews.find((known) => known === address.get('view')) ?? viewAtFirst,
    day: readDayParam(address.get('date')) ?? today,
  })
  const show = (changeOf: (shown: Shown) => Partial<Shown>) =>
    change((newest) => {
      const shown = shownIn(newest)
      const next = { ...shown, ...changeOf(shown) }
      newest.set('view', next.view)
      newest.set('date', next.day)
      return newest
    })
  return { ...shownIn(params), show }
}

/** Opens the form for the contact in `?contactId=` (SHELL-09). */
function NewScheduleDialogFromAddress() {
  const { params, change } = useUrlParams()
  const wanted = Number(params.get('contactId'))
  // The cast is safe: the number is a positive integer, as every id is.
  const id = Number.isInteger(wanted) && wanted > 0 ? (wanted as ContactId) : null
  const { data: contact } = useContactOfSchedule(id)
  if (id === null || contact === undefined || contact.isRemoved) return null
  const withoutContact = (newest: URLSearchParams) => {
    newest.delete('contactId')
    return newest
  }
  return <ScheduleDialog contact={contact} onClose={() => change(withoutContact, { replace: true })} />
}

function AuthorField({ value, onChange }: { value: UserId | null; onChange: (id: UserId | null) => void }) {
  const { t } = useTranslation('schedules')
  const { data: people = [] } = useUsersOfCompany()
  return (
    <SelectField<number | ''>
      label={t('author')}
      value={people.some(({ id }) => id === value) ? (value ?? '') : ''}
      choices={[
        { value: '', name: t('everyAuthor') },
        ...people.map(({ id, name }) => ({ value: id, name })),
      ]}
      onChange={(chosen) => onChange(people.find(({ id }) => id === chosen)?.id ?? null)}
    />
  )
}

/** Explains the schedules' time zone, which may differ from the browser's, and the rule for late schedules. */
function Rules() {
  const { t, i18n } = useTranslation('schedules')
  const { timeZone } = useCompanyClock()
  const here = browserTimeZone()
  const zones = { here: timeZoneName(here, i18n.language), timeZone: timeZoneName(timeZone, i18n.language) }
  return (
    <>
      {t(here === timeZone ? 'zone' : 'zones', zones)} {t('overdueRule')}
    </>
  )
}

function titleOf(view: CalendarView, day: string, language: string): string {
  if (view === 'day') return formatCalendarDay(day, language, { dateStyle: 'long' })
  if (view === 'week') return formatDayRange(daysOfView('week', day), language)
  return formatCalendarDay(day, language, { month: 'long', year: 'numeric' })
}

function CalendarList({ schedules }: { schedules: readonly ScheduleView[] }) {
  const { t } = useTranslation('schedules')
  if (schedules.length === 0)
    return <EmptyState icon={CalendarClock} title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <ol className={styles.list} aria-label={t('title')}>
      {schedules.map((schedule) => (
        <li key={schedule.id}>
          <h3>{schedule.contact.name}</h3>
          <ul>
            <ScheduleItem schedule={schedule} isElsewhere />
          </ul>
        </li>
      ))}
    </ol>
  )
}
