import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './date-field.module.css'
import { addDays, addMonths, weeksOfMonth } from './date-text'
import { IconButton } from './icon-button'

/** The grid pattern of WAI-ARIA: arrow keys move by days and weeks, Page Up and Page Down by months. */
export function MonthGrid({ chosen, onChoose }: { chosen: string | null; onChoose: (day: string) => void }) {
  const { t, i18n } = useTranslation()
  const today = todayHere()
  const [at, setAt] = useState(chosen ?? today)
  const day = useRef<HTMLButtonElement>(null)
  const followsKeys = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day that the keys lead to
  useEffect(() => {
    if (followsKeys.current) day.current?.focus()
  }, [at])
  const words = (options: Intl.DateTimeFormatOptions, iso = at) =>
    new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' }).format(
      new Date(`${iso}T00:00:00Z`),
    )

  function turn(months: number): void {
    // A click on a month button leaves the focus on that button. Only keys move the focus to the chosen day.
    followsKeys.current = false
    setAt(addMonths(at, months))
  }
  function move(event: KeyboardEvent): void {
    const weekday = new Date(`${at}T00:00:00Z`).getUTCDay()
    const next = {
      ArrowLeft: () => addDays(at, -1),
      ArrowRight: () => addDays(at, 1),
      ArrowUp: () => addDays(at, -7),
      ArrowDown: () => addDays(at, 7),
      Home: () => addDays(at, -weekday),
      End: () => addDays(at, 6 - weekday),
      PageUp: () => addMonths(at, -1),
      PageDown: () => addMonths(at, 1),
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    followsKeys.current = true
    setAt(next())
  }

  const weeks = weeksOfMonth(at)
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <IconButton icon={ChevronLeft} iconSize={18} label={t('date.before')} onClick={() => turn(-1)} />
        <h2 aria-live="polite">{words({ month: 'long', year: 'numeric' })}</h2>
        <IconButton icon={ChevronRight} iconSize={18} label={t('date.after')} onClick={() => turn(1)} />
      </div>
      <table onKeyDown={move}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" abbr={words({ weekday: 'long' }, one)}>
                {words({ weekday: 'narrow' }, one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    ref={one === at ? day : null}
                    tabIndex={one === at ? 0 : -1}
                    aria-label={words({ dateStyle: 'long' }, one)}
                    aria-pressed={one === chosen}
                    aria-current={one === today ? 'date' : undefined}
                    data-other={!one.startsWith(at.slice(0, 7)) || undefined}
                    onClick={() => onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className={styles.today} onClick={() => onChoose(today)}>
        {t('date.today')}
      </button>
    </div>
  )
}

function todayHere(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
}
