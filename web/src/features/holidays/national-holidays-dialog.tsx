import type { HolidayView } from '@balcao/contract/holidays'
import { brazilianHolidays } from '@balcao/domain/brazilian-holidays'
import { dayOf } from '@balcao/domain/days'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { SelectField } from '../../ui/choice-field'
import { formatIsoDate } from '../../ui/date-text'
import { AppDialog } from '../../ui/dialog'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveHolidays } from './api/holidays'
import styles from './holidays.module.css'

interface NationalHolidaysDialogProps {
  readonly kept: readonly HolidayView[]
  readonly onClose: () => void
}

/** Adds national holidays. Legal holidays are preselected; holidays that the company already has are disabled. */
export function NationalHolidaysDialog({ kept, onClose }: NationalHolidaysDialogProps) {
  const { t } = useTranslation('holidays')
  const keep = useSaveHolidays()
  const listId = useId()
  const { timeZone } = useUser().company
  const thisYear = Number(dayOf(new Date(useNow(3_600_000)), timeZone).slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const [ticked, setTicked] = useState<readonly string[]>([])
  const offered = brazilianHolidays(year).map((holiday) => {
    const isKept = kept.some(({ day }) => day === holiday.day)
    const isTicked = holiday.isOptional ? ticked.includes(holiday.day) : !unticked.includes(holiday.day)
    return { ...holiday, isKept, isChosen: !isKept && isTicked }
  })
  const chosen = offered.filter(({ isChosen }) => isChosen).map(({ day, name }) => ({ day, name }))
  const { submit, isWaiting } = useDelayedSubmit(async () => {
    await keep.mutateAsync(chosen)
    showToast('success', t('added', { count: chosen.length }))
    onClose()
  }, 0)

  function toggle({ day, isOptional }: (typeof offered)[number]): void {
    const turned = (days: readonly string[]) =>
      days.includes(day) ? days.filter((one) => one !== day) : [...days, day]
    if (isOptional) setTicked(turned)
    else setUnticked(turned)
  }

  return (
    <AppDialog
      title={t('suggestTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            kind="primary"
            disabled={isWaiting || chosen.length === 0}
            onClick={() => void submit(undefined)}
          >
            {t('add', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <SelectField
        label={t('year')}
        choices={[thisYear, thisYear + 1, thisYear + 2].map((value) => ({ value, name: String(value) }))}
        value={year}
        onChange={setYear}
      />
      <ul className={styles.offered}>
        {offered.map((holiday) => (
          <li key={holiday.day}>
            <label htmlFor={`${listId}-${holiday.day}`}>
              <Checkbox
                id={`${listId}-${holiday.day}`}
                checked={holiday.isKept || holiday.isChosen}
                disabled={holiday.isKept}
                onChange={() => toggle(holiday)}
              />
              <span className={styles.day}>{formatIsoDate(holiday.day)}</span>
              <span>
                {holiday.name}
                {holiday.isOptional && <small> {t('optional')}</small>}
                {holiday.isKept && <small> {t('there')}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </AppDialog>
  )
}
