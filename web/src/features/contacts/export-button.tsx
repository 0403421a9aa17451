import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { harmless } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { Button } from '../../ui/button'
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
    <Button disabled={isBusy} onClick={() => void save()} icon={Download}>
      {t(isBusy ? 'exporting' : 'export')}
    </Button>
  )
}
