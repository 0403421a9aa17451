import { type SubmitEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import { isIsoDay } from '../../ui/date-text'
import { showToast } from '../../ui/toasts'
import styles from './filter-bar.module.css'
import { type FiguresRange, periodDayCounts } from './range'

interface FilterBarProps {
  readonly range: FiguresRange
  readonly onFilter: (range: FiguresRange) => void
}

interface FilterBarDraft {
  readonly kind: 'dates' | 'period'
  readonly from: string
  readonly to: string
  readonly days: number | 'none'
}

export function DashboardFilterBar({ range, onFilter }: FilterBarProps) {
  const { t } = useTranslation('dashboard')
  const [draft, setDraft] = useState(() => draftOf(range))
  const [isSent, setSent] = useState(false)
  const { days, date_from, date_to } = range
  useEffect(() => setDraft(draftOf({ days, date_from, date_to })), [days, date_from, date_to])
  const isUpsideDown = draft.kind === 'dates' && draft.from !== '' && draft.to !== '' && draft.to < draft.from

  function filter(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSent(true)
    const asked = rangeOf(draft)
    // A filter without values makes no request (DASH-11).
    if (asked === null) return showToast('error', t('noParameter'))
    const isSound = [asked.date_from, asked.date_to].every((day) => day === undefined || isIsoDay(day))
    if (isSound && !isUpsideDown) onFilter(asked)
  }

  return (
    <form className={styles.bar} onSubmit={filter} aria-label={t('filter')} noValidate>
      <KindChoice kind={draft.kind} onKind={(kind) => setDraft({ ...draft, kind })} />
      {draft.kind === 'dates' ? (
        <>
          <DateField label={t('from')} value={draft.from} onChange={(from) => setDraft({ ...draft, from })} />
          <DateField
            label={t('to')}
            value={draft.to}
            error={isSent && isUpsideDown ? t('upsideDown') : undefined}
            onChange={(to) => setDraft({ ...draft, to })}
          />
        </>
      ) : (
        <div className={styles.period}>
          <SelectField
            label={t('period')}
            value={draft.days}
            choices={[
              { value: 'none', name: t('noPeriod') },
              ...periodDayCounts.map((count) => ({ value: count, name: t('lastDays', { count }) })),
            ]}
            onChange={(chosen) => setDraft({ ...draft, days: chosen })}
          />
        </div>
      )}
      <Button type="submit" kind="primary" className={styles.button}>
        {t('apply')}
      </Button>
    </form>
  )
}

interface KindChoiceProps {
  readonly kind: FilterBarDraft['kind']
  readonly onKind: (kind: FilterBarDraft['kind']) => void
}

function KindChoice({ kind, onKind }: KindChoiceProps) {
  const { t } = useTranslation('dashboard')
  const name = useId()
  return (
    <fieldset className={styles.kinds}>
      <legend>{t('filterBy')}</legend>
      <div>
        {(['dates', 'period'] as const).map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={kind === choice} onChange={() => onKind(choice)} />
            <span>{t(choice)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function draftOf({ days, date_from = '', date_to = '' }: Loose): FilterBarDraft {
  return { kind: days === undefined ? 'dates' : 'period', from: date_from, to: date_to, days: days ?? 'none' }
}
type Loose = { readonly [Part in keyof FiguresRange]: FiguresRange[Part] | undefined }

function rangeOf({ kind, from, to, days }: FilterBarDraft): FiguresRange | null {
  if (kind === 'period') return days === 'none' ? null : { days }
  if (from === '' && to === '') return null
  return { ...(from !== '' && { date_from: from }), ...(to !== '' && { date_to: to }) }
}
