import type { ContactImportView } from '@balcao/contract/contact-imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '../../../ui/dialog'
import { useContactImportActs } from '../api/imports'
import { ImportSourceStep } from './choose-list'
import { ImportColumnsStep } from './columns-step'

export function ImportContactsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contactImports')
  const { cancel } = useContactImportActs()
  const [list, setList] = useState<ContactImportView | null>(null)

  function drop() {
    if (list !== null) cancel.mutate(list.id)
    setList(null)
  }

  return list === null ? (
    <AppDialog title={t('title')} open onClose={onClose} width={560}>
      <ImportSourceStep onRead={setList} />
    </AppDialog>
  ) : (
    <ImportColumnsStep
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
