import type { ContactImportView } from '@balcao/contract/contact-imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '../../../ui/dialog'
import { useImportActs } from '../api/imports'
import { ChooseList } from './choose-list'
import { ColumnsStep } from './columns-step'

/** Brings contacts in: choose a list, say what its columns hold, watch it come in, take the report (CONTACT-17). */
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
