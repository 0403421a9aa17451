import { defaultOpeningHours, type OpeningHours, type Weekday, weekdays } from '@balcao/domain/opening-hours'
import OutlinedInput from '@mui/material/OutlinedInput'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button'
import styles from './opening-hours-fields.module.css'
import { completeTypedTime, isTimeText, maskTypedTime } from './time-mask'

interface OpeningHoursFieldsProps {
  readonly value: readonly OpeningHours[]
  readonly onChange: (value: OpeningHours[]) => void
}

/** Each day has any number of intervals, with times as HH:MM (QUEUE-02). */
export function OpeningHoursFields({ value, onChange }: OpeningHoursFieldsProps) {
  return (
    <div className={styles.week}>
      {weekdays.map((weekday) => (
        <DayFields
          key={weekday}
          weekday={weekday}
          intervals={value.filter(({ weekdayEn }) => weekdayEn === weekday)}
          onChange={(intervals) => onChange(withDay(value, weekday, intervals))}
        />
      ))}
    </div>
  )
}

interface DayFieldsProps {
  readonly weekday: Weekday
  readonly intervals: readonly OpeningHours[]
  readonly onChange: (intervals: readonly OpeningHours[]) => void
}

function DayFields({ weekday, intervals, onChange }: DayFieldsProps) {
  const { t } = useTranslation()
  const day = t(`weekdays.${weekday}`)
  const change = (at: number, times: Partial<OpeningHours>) =>
    onChange(intervals.map((interval, place) => (place === at ? { ...interval, ...times } : interval)))
  return (
    <fieldset className={styles.day} aria-label={day}>
      <span className={styles.name} aria-hidden>
        {day}
      </span>
      <div className={styles.intervals}>
        {intervals.length === 0 && <span className={styles.state}>{t('hours.always')}</span>}
        {intervals.map((interval, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an interval has no identity but its place
          <div key={at} className={styles.interval}>
            <TimeField
              label={t('hours.opens', { day, number: at + 1, context: at === 0 ? '' : 'more' })}
              value={interval.startTime}
              onChange={(startTime) => change(at, { startTime })}
            />
            <span className={styles.until}>{t('hours.until')}</span>
            <TimeField
              label={t('hours.closes', { day, number: at + 1, context: at === 0 ? '' : 'more' })}
              value={interval.endTime}
              onChange={(endTime) => change(at, { endTime })}
            />
            {intervals.length > 1 && (
              <IconButton
                label={t('hours.remove', { day, number: at + 1 })}
                onClick={() => onChange(intervals.filter((_, place) => place !== at))}
              >
                <X size={16} strokeWidth={2} aria-hidden />
              </IconButton>
            )}
            <Meaning of={interval} />
          </div>
        ))}
      </div>
      <IconButton
        icon={Plus}
        iconSize={18}
        label={t('hours.add', { day })}
        onClick={() => onChange([...intervals, nextInterval(weekday)])}
      />
    </fieldset>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (time: string) => void
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <OutlinedInput
      className={styles.time}
      value={value}
      error={!isTimeText(value)}
      placeholder="00:00"
      inputProps={{
        'aria-label': label,
        'aria-invalid': !isTimeText(value),
        inputMode: 'numeric',
        maxLength: 5,
      }}
      onChange={(event) => onChange(maskTypedTime(event.target.value))}
      onBlur={() => completeTypedTime(value) !== value && onChange(completeTypedTime(value))}
      onFocus={(event) => event.target.select()}
    />
  )
}

function Meaning({ of }: { of: OpeningHours }) {
  const { t } = useTranslation()
  const state = stateOf(of)
  return state !== null && <span className={styles.state}>{t(`hours.${state}`)}</span>
}

function stateOf({ startTime, endTime }: OpeningHours): 'wrong' | 'closed' | 'overMidnight' | null {
  if (!isTimeText(startTime) || !isTimeText(endTime)) return 'wrong'
  if (startTime === endTime) return 'closed'
  return endTime < startTime && endTime !== '00:00' ? 'overMidnight' : null
}

/** Suggests the afternoon, because most companies add the hours after lunch. */
function nextInterval(weekdayEn: Weekday): OpeningHours {
  const weekday = defaultOpeningHours.find((day) => day.weekdayEn === weekdayEn)?.weekday ?? ''
  return { weekday, weekdayEn, startTime: '13:00', endTime: '18:00' }
}

function withDay(
  week: readonly OpeningHours[],
  changed: Weekday,
  intervals: readonly OpeningHours[],
): OpeningHours[] {
  return weekdays.flatMap((weekday) =>
    weekday === changed ? intervals : week.filter(({ weekdayEn }) => weekdayEn === weekday),
  )
}
