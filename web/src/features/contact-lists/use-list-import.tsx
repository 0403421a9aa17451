import type { ContactListImportResult } from '@balcao/contract/contact-lists'
import type { ContactListId } from '@balcao/domain/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { ProgressBar } from '../../ui/progress-bar'
import { importSpreadsheetIntoList } from './api/contact-lists'
import styles from './contact-lists.module.css'

/** Uploads a spreadsheet into a list with a progress bar; unmounting aborts the upload. */
export function useListImport(listId: ContactListId, onDone: (outcome: ContactListImportResult) => void) {
  const { t } = useTranslation('contactLists')
  const queries = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function bring(file: File) {
    const controller = new AbortController()
    leaving.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      onDone(await importSpreadsheetIntoList(listId, file, setShare, controller.signal))
      await queries.invalidateQueries({ queryKey: ['contact-lists'] })
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(errorText(error))
    }
    setShare(null)
  }

  const words = share !== null && share < 1 ? t('uploading') : t('reading')
  const bar = share !== null && (
    <div role="status" className={styles.progress}>
      <span>{words}</span>
      <ProgressBar percent={share < 1 ? share * 100 : undefined} label={words} />
    </div>
  )
  return { bring, bar, problem, isBusy: share !== null }
}
