import type { ContactView } from '@balcao/contract/contacts'
import type { PersonalDataExportView } from '@balcao/contract/personal-data'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { DataExportStatus } from '../../ui/prepared-copy'
import { PanelFailure } from '../../ui/side-panel'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useEraseContact } from './api/contacts'
import { usePersonalDataExport, useStartPersonalDataExport } from './api/personal-data'
import styles from './details.module.css'

export function PersonalDataActions({ contact, onErased }: { contact: ContactView; onErased: () => void }) {
  const { t } = useTranslation('contacts')
  const { data, error, refetch } = usePersonalDataExport(contact.id)
  const order = useStartPersonalDataExport(contact.id)
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
      {isErasing && (
        <EraseContactDialog contact={contact} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </>
  )
}

function Copy({ copy }: { copy: PersonalDataExportView }) {
  const { t } = useTranslation('contacts')
  return (
    <div className={styles.copy}>
      <DataExportStatus
        copy={copy}
        meaning={styles.meaning}
        words={{
          failed: t('dataFailed'),
          preparing: (share) => t('preparing', { share }),
          preparingHelp: t('preparingHelp'),
          download: (size) => t('downloadData', { size }),
          downloadPart: (part, size) => t('downloadPart', { part, size }),
          until: (made, until) => t('untilData', { made, until }),
        }}
      />
    </div>
  )
}

interface EraseDialogProps {
  readonly contact: ContactView
  readonly onClose: () => void
  readonly onErased: () => void
}

function EraseContactDialog({ contact, onClose, onErased }: EraseDialogProps) {
  const { t } = useTranslation('contacts')
  const [typed, setTyped] = useState('')
  const erase = useEraseContact(contact.id)
  const isRight = typed.trim() === contact.name.trim()

  function act() {
    erase.mutate(typed, {
      onSuccess: () => {
        showToast('success', t('erased'))
        onErased()
      },
    })
  }

  return (
    <AppDialog
      title={t('eraseTitle', { name: contact.name })}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={erase.isPending}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" destroys disabled={!isRight || erase.isPending} onClick={act}>
            {t('eraseConfirm')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ul className={styles.list}>
          <li>{t('eraseGoes')}</li>
          <li>{t('eraseStays')}</li>
          <li>{t('eraseForGood')}</li>
        </ul>
        <TextField
          label={t('eraseType', { name: contact.name })}
          value={typed}
          autoComplete="off"
          autoFocus
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
    </AppDialog>
  )
}
