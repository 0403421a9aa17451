import type { ContactImportView } from '@balcao/contract/contact-imports'
import { FileSpreadsheet, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/error-text'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { ChooseFileButton } from '../../../ui/file-button'
import { ProgressBar } from '../../../ui/progress-bar'
import { uploadContactFile, useContactImportMutations } from '../api/imports'
import styles from './import.module.css'
import { ContactImportList } from './import-list'

export function ContactImportSourceStep({ onRead }: { onRead: (list: ContactImportView) => void }) {
  const { t } = useTranslation('contactImports')
  const [isAsking, setAsking] = useState(false)
  const { phoneBook } = useContactImportMutations()
  const { read, share, problem } = useReading(onRead)
  const isReading = share !== null
  return (
    <div className={styles.step}>
      <p className={styles.help}>{t('help')}</p>
      <div className={styles.sources}>
        <ChooseFileButton
          kind="primary"
          icon={FileSpreadsheet}
          label={t('chooseFile')}
          accept=".xlsx,.xls,.csv"
          disabled={isReading}
          onFiles={([file]) => file !== undefined && void read(file)}
        />
        <Button disabled={isReading || phoneBook.isPending} icon={Smartphone} onClick={() => setAsking(true)}>
          {t('fromPhone')}
        </Button>
      </div>
      {isReading && (
        <div role="status" className={styles.reading}>
          <span>{t(share < 1 ? 'uploading' : 'reading')}</span>
          <ProgressBar
            percent={share < 1 ? share * 100 : undefined}
            label={t(share < 1 ? 'uploading' : 'reading')}
          />
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <ContactImportList />
      {isAsking && (
        <ConfirmDialog
          title={t('phoneTitle')}
          confirm={t('phoneConfirm')}
          onClose={() => setAsking(false)}
          onConfirm={() => phoneBook.mutateAsync()}
        >
          {t('phoneMeaning')}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Uploads and parses a file; unmounting aborts the upload. */
function useReading(onRead: (list: ContactImportView) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function read(file: File) {
    const controller = new AbortController()
    leaving.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      onRead(await uploadContactFile(file, setShare, controller.signal))
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(errorText(error))
      setShare(null)
    }
  }
  return { read, share, problem }
}
