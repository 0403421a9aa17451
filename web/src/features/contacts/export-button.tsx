import Button from '@mui/material/Button'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { harmless } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { showError } from '../../ui/toasts'
import { fetchPeople } from './api/contacts'

/** Saves all contacts as `contatos.xlsx` (CONTACT-19). */
export function ExportButton() {
  const { t } = useTranslation('contacts')
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const { contacts } = await fetchPeople()
      await saveSpreadsheet({
        fileName: t('exportFile'),
        sheet: t('contacts'),
        titles: [t('name'), t('sheetNumber'), t('sheetEmail')],
        rows: contacts.map(({ name, number, email }) => [harmless(name), number, harmless(email)]),
        widths: [32, 20, 32],
      })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="outlined"
      disabled={isBusy}
      onClick={() => void save()}
      startIcon={<Download size={16} strokeWidth={1.75} aria-hidden />}
    >
      {t(isBusy ? 'exporting' : 'export')}
    </Button>
  )
}
