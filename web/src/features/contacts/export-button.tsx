import { useTranslation } from 'react-i18next'
import { harmless } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { SaveButton } from '../../ui/save-button'
import { fetchPeople } from './api/contacts'

/** Saves all contacts as `contatos.xlsx` (CONTACT-19). */
export function ExportButton() {
  const { t } = useTranslation('contacts')

  async function save() {
    const { contacts } = await fetchPeople()
    await saveSpreadsheet({
      fileName: t('exportFile'),
      sheet: t('contacts'),
      titles: [t('name'), t('sheetNumber'), t('sheetEmail')],
      rows: contacts.map(({ name, number, email }) => [harmless(name), number, harmless(email)]),
      widths: [32, 20, 32],
    })
  }

  return <SaveButton label={t('export')} busyLabel={t('exporting')} onSave={save} />
}
