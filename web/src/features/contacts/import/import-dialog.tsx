import type { ContactImportView } from '@balcao/contract/contact-imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '../../../ui/dialog'
import { useImportActs } from '../api/imports'
import { ChooseList } from './choose-list'
import { ColumnsStep } from './columns-step'

/** Imports contacts: choose a list, assign its columns, watch the progress, save the report (CONTACT-17). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contactImports')
  const { cancel } = useImportActs()
  const [list, setList] = useState<ContactImportView | null>(null)

  function drop() {
    if (list !== null) cancel.mutate(list.id)
    setList(null)
  }

  return list === null ? (
    <AppDialog title={t('title')} open onClose={onClose} width={560}>
      <ChooseList onRead={setList} />
    </AppDialog>
  ) : (
    <ColumnsStep
      list={list}
      onBack={drop}
      onStarted={() => setList(null)}
      onClose={() => {
        drop()
        onClose()
      }}
    />
  )
}
