import type { ContactImportView } from '@balcao/contract/contact-imports'
import { type ColumnTarget, columnLetter, columnTargets } from '@balcao/domain/contact-imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { SelectField } from '../../../ui/choice-field'
import { AppDialog } from '../../../ui/dialog'
import { SwitchField } from '../../../ui/switch-field'
import { useDelayedSubmit } from '../../../ui/use-submit'
import { useContactImportMutations } from '../api/imports'
import { ContactImportSourceStep } from './choose-list'
import styles from './import.module.css'

export function ImportContactsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contactImports')
  const { cancel } = useContactImportMutations()
  const [list, setList] = useState<ContactImportView | null>(null)

  function drop() {
    if (list !== null) cancel.mutate(list.id)
    setList(null)
  }

  return list === null ? (
    <AppDialog title={t('title')} open onClose={onClose} width={560}>
      <ContactImportSourceStep onRead={setList} />
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

interface ColumnsStepProps {
  readonly list: ContactImportView
  readonly onBack: () => void
  readonly onStarted: () => void
  readonly onClose: () => void
}

function ImportColumnsStep({ list, onBack, onStarted, onClose }: ColumnsStepProps) {
  const { t } = useTranslation('contactImports')
  const [targets, setTargets] = useState<readonly ColumnTarget[]>(list.targets)
  const [hasHeader, setHeader] = useState(list.hasHeader)
  const { start } = useContactImportMutations()
  const rows = list.rows + (list.hasHeader ? 1 : 0) - (hasHeader ? 1 : 0)
  const { submit, isWaiting } = useDelayedSubmit(async () => {
    await start.mutateAsync({ id: list.id, hasHeader, targets: [...targets] })
    onStarted()
  })
  const hasNumber = targets.includes('number')

  return (
    <AppDialog
      title={t('columnsTitle')}
      open
      onClose={onClose}
      width={640}
      actions={
        <>
          <Button onClick={onBack} disabled={isWaiting}>
            {t('otherFile')}
          </Button>
          <Button kind="primary" disabled={!hasNumber || isWaiting} onClick={() => void submit({})}>
            {t('confirm', { count: rows })}
          </Button>
        </>
      }
    >
      <div className={styles.step}>
        <p className={styles.help}>{t('columnsHelp', { file: list.fileName })}</p>
        <SwitchField label={t('hasHeader')} value={hasHeader} onChange={setHeader} />
        <ol className={styles.columns}>
          {list.columns.map(({ title, samples }, place) => {
            const letter = columnLetter(place)
            const name = hasHeader && title !== '' ? title : t('column', { letter })
            const shown = (hasHeader ? samples : [title, ...samples]).filter((sample) => sample !== '')
            return (
              <li key={letter} className={styles.column}>
                <div className={styles.sample}>
                  <b>{name}</b>
                  <span>{shown.slice(0, 3).join(' · ') || t('emptyColumn')}</span>
                </div>
                <SelectField<ColumnTarget>
                  label={t('becomes', { name })}
                  choices={columnTargets.map((value) => ({ value, name: t(`targets.${value}`) }))}
                  value={targets[place] ?? 'ignore'}
                  onChange={(target) => setTargets(assignImportColumn(targets, place, target))}
                />
              </li>
            )
          })}
        </ol>
        {!hasNumber && (
          <p role="alert" className={styles.problem}>
            {t('errors:ERR_IMPORT_NO_NUMBER')}
          </p>
        )}
        <p className={styles.help}>{t('unchecked')}</p>
      </div>
    </AppDialog>
  )
}

/**
 * Assigns a field to a column of the file. Name, number and e-mail have one column each: another column that
 * had the field loses it.
 */
function assignImportColumn(
  targets: readonly ColumnTarget[],
  place: number,
  target: ColumnTarget,
): ColumnTarget[] {
  const isSingle = target === 'name' || target === 'number' || target === 'email'
  return targets.map((known, at) => {
    if (at === place) return target
    return isSingle && known === target ? 'ignore' : known
  })
}
