import type { ContactView } from '@balcao/contract/contacts'
import type { PersonalDataView } from '@balcao/contract/personal-data'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { fileSize } from '../../lib/file-size'
import { Button } from '../../ui/button'
import { ProgressBar } from '../../ui/progress-bar'
import { PanelFailure } from '../../ui/side-panel'
import { useOrderPersonalData, usePersonalData } from './api/personal-data'
import styles from './details.module.css'
import { EraseDialog } from './erase-dialog'

/** Makes a copy of a person's data in the background, and erases all of it (LGPD). */
export function PersonalData({ contact, onErased }: { contact: ContactView; onErased: () => void }) {
  const { t } = useTranslation('contacts')
  const { data, error, refetch } = usePersonalData(contact.id)
  const order = useOrderPersonalData(contact.id)
  const [isErasing, setErasing] = useState(false)
  const copy = data?.export ?? null
  const isRunning = copy?.state === 'running'
  return (
    <>
      <p className={styles.meaning}>{t('personalDataHelp')}</p>
      {error !== null && data === undefined && (
        <PanelFailure text={t('dataNotLoaded')} onRetry={() => void refetch()} />
      )}
      {copy !== null && <Copy copy={copy} />}
      <div className={styles.acts}>
        <Button
          size="small"
          disabled={data === undefined || isRunning || order.isPending}
          icon={Download}
          onClick={() => order.mutate()}
        >
          {copy?.state === 'done' ? t('dataAgain') : t('exportData')}
        </Button>
        <Button size="small" destroys icon={Eraser} onClick={() => setErasing(true)}>
          {t('erase')}
        </Button>
      </div>
      {isErasing && <EraseDialog contact={contact} onClose={() => setErasing(false)} onErased={onErased} />}
    </>
  )
}

function Copy({ copy }: { copy: PersonalDataView }) {
  const { t } = useTranslation('contacts')
  const { state, total, done, files, createdAt, expiresAt } = copy
  const share = total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))
  if (state === 'failed') {
    return (
      <p className={styles.meaning} role="alert">
        {t('dataFailed')}
      </p>
    )
  }
  if (state === 'running') {
    return (
      <div className={styles.copy}>
        <span role="status">{t('preparing', { share })}</span>
        <ProgressBar percent={share} label={t('preparing', { share })} />
        <span className={styles.meaning}>{t('preparingHelp')}</span>
      </div>
    )
  }
  return (
    <div className={styles.copy}>
      {files.map(({ link, sizeBytes }, at) => {
        const size = fileSize(sizeBytes)
        return (
          <a key={link} href={link} download>
            {files.length === 1 ? t('downloadData', { size }) : t('downloadPart', { part: at + 1, size })}
          </a>
        )
      })}
      <span className={styles.meaning}>
        {t('untilData', { made: dateAndTime(createdAt), until: dateAndTime(expiresAt ?? createdAt) })}
      </span>
    </div>
  )
}
