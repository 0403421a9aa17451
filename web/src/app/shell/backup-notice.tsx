import { type BackupState, getBackupState } from '@balcao/contract/backups'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStoredValue, storeValue } from '../../lib/browser-storage'
import { call } from '../../lib/call'
import { fullDate } from '../../lib/dates'
import { useNow } from '../../lib/timers'
import { ShellNotice } from './notice'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const backupQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(getBackupState, {}, { signal }),
  refetchInterval: hourMs, // backups are made once a day
})

/** Warns the platform's owner of missing, old or broken backups. A dismissed warning returns a day later. */
export function BackupNotice() {
  const { t } = useTranslation('backups')
  const { data } = useQuery(backupQuery)
  const now = useNow(hourMs)
  const [dismissedAt, setDismissedAt] = useState(() =>
    Number(readStoredValue('backupNoticeDismissedAt') ?? 0),
  )
  if (data === undefined || now - dismissedAt < dayMs) return null
  const words = backupWords(data, t)
  if (words === null) return null
  const dismiss = () => {
    storeValue('backupNoticeDismissedAt', String(now))
    setDismissedAt(now)
  }
  return (
    <ShellNotice icon={DatabaseBackup}>
      <p>
        <b>{words.fact}</b> {words.meaning}
      </p>
      <button type="button" onClick={dismiss}>
        {t('later')}
      </button>
    </ShellNotice>
  )
}

function backupWords(
  backup: BackupState,
  t: TFunction<'backups'>,
): { readonly fact: string; readonly meaning: string } | null {
  const { isOverdue, lastAt, missingFiles, failure, isScheduled } = backup
  const { checkedAt, checkFailure, checkSkipped } = backup
  if (isOverdue)
    return {
      fact: lastAt === null ? t('never') : t('old', { date: fullDate(lastAt) }),
      meaning: t(!isScheduled ? 'how' : failure === null ? 'missed' : 'failed'),
    }
  if (checkFailure !== null || checkSkipped !== null)
    return {
      fact:
        checkFailure !== null
          ? t('unrestorable', { reason: checkFailure })
          : t('unchecked', { reason: checkSkipped }),
      meaning: checkedAt === null ? t('neverRestored') : t('lastRestored', { date: fullDate(checkedAt) }),
    }
  if (lastAt === null || missingFiles === 0) return null
  return {
    fact: t('lacks', { count: missingFiles, date: fullDate(lastAt) }),
    meaning: t('lacksMeaning'),
  }
}
