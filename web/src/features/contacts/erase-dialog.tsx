import type { ContactView } from '@balcao/contract/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useEraseContact } from './api/contacts'
import styles from './details.module.css'

interface EraseDialogProps {
  readonly contact: ContactView
  readonly onClose: () => void
  readonly onErased: () => void
}

export function EraseContactDialog({ contact, onClose, onErased }: EraseDialogProps) {
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
