import type { OpeningHours } from '@balcao/domain/opening-hours'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { UnsavedChangesGuard } from '../../ui/leave-guard'
import { OpeningHoursFields } from '../../ui/opening-hours-fields'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { areValidOpeningHours } from '../../ui/time-mask'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useCompanyOpeningHours, useSaveCompanyOpeningHours } from './api/settings'
import styles from './settings.module.css'

export function OpeningHoursTab() {
  const { t } = useTranslation('settings')
  const { data: hours, error, isPending, refetch } = useCompanyOpeningHours()
  if (isPending) return <SkeletonRows rows={7} />
  if (hours === undefined) {
    return <ErrorState title={t('hoursFailed')} error={error} onRetry={() => void refetch()} />
  }
  return <HoursForm kept={hours} />
}

function HoursForm({ kept }: { kept: readonly OpeningHours[] }) {
  const { t } = useTranslation('settings')
  const save = useSaveCompanyOpeningHours()
  const [draft, setDraft] = useState<readonly OpeningHours[] | null>(null)
  const { submit, isWaiting } = useDelayedSubmit(async (hours: readonly OpeningHours[]) => {
    await save.mutateAsync(hours)
    setDraft(null)
  })
  const hours = draft ?? kept
  return (
    <>
      <UnsavedChangesGuard isDirty={draft !== null} />
      <OpeningHoursFields value={hours} onChange={setDraft} />
      <div className={styles.below}>
        <Button
          kind="primary"
          disabled={isWaiting}
          onClick={() => {
            if (areValidOpeningHours(hours)) void submit(hours)
            else showToast('error', t('common:hours.wrongTimes'))
          }}
        >
          {t('common:save')}
        </Button>
      </div>
    </>
  )
}
