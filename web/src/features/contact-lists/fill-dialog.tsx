import type { ContactListImportResult, ContactListView } from '@balcao/contract/contact-lists'
import type { ContactListId, TagId } from '@balcao/domain/ids'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { useTags } from '../../lib/lists/tags'
import { sampleContact } from '../../lib/sample-person'
import { saveSpreadsheet } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { AppDialog } from '../../ui/dialog'
import { ChooseFileButton } from '../../ui/file-button'
import { ProgressBar } from '../../ui/progress-bar'
import { showToast } from '../../ui/toasts'
import { importSpreadsheetIntoList, useContactListMutations } from './api/contact-lists'
import styles from './contact-lists.module.css'

interface FillDialogProps {
  readonly list: Pick<ContactListView, 'id' | 'name'>
  readonly onClose: () => void
}

export function FillContactListDialog({ list, onClose }: FillDialogProps) {
  const { t } = useTranslation('contactLists')
  const [chosen, setChosen] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<ContactListImportResult | null>(null)
  const { bring, bar, problem, isBusy } = useListImport(list.id, setOutcome)
  return (
    <AppDialog
      title={t('fillTitle', { name: list.name })}
      open
      onClose={onClose}
      width={520}
      actions={
        <Button onClick={onClose} disabled={isBusy}>
          {t('common:close')}
        </Button>
      }
    >
      <div className={styles.step}>
        <p className={styles.help}>{t('fillHelp')}</p>
        <div>
          <ChooseFileButton
            kind="primary"
            icon={FileSpreadsheet}
            label={t('chooseFile')}
            accept=".xlsx,.xls,.csv"
            disabled={isBusy}
            onFiles={([file]) => setChosen(file ?? null)}
          />{' '}
          <Button icon={Download} onClick={() => void saveSample(t)}>
            {t('sample')}
          </Button>
        </div>
        {bar}
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {outcome !== null && <ImportOutcome outcome={outcome} />}
        <FromTag list={list} />
      </div>
      {chosen !== null && (
        <ConfirmDialog
          title={t('importTitle')}
          confirm={t('importConfirm')}
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            setOutcome(null)
            void bring(chosen)
          }}
        >
          {t('importMeaning', { file: chosen.name, name: list.name })}
        </ConfirmDialog>
      )}
    </AppDialog>
  )
}

function saveSample(t: TFunction<'contactLists'>): Promise<void> {
  const { name, number, email } = sampleContact
  return saveSpreadsheet({
    fileName: `${t('sampleName')}.xlsx`,
    sheet: t('sampleName'),
    titles: [t('sampleColumns.name'), t('sampleColumns.number'), t('sampleColumns.email')],
    rows: [[name, number, email]],
    widths: [28, 18, 28],
  })
}

function FromTag({ list }: Pick<FillDialogProps, 'list'>) {
  const { t } = useTranslation('contactLists')
  const { data: tags = [] } = useTags()
  const [tagId, setTagId] = useState<TagId | ''>('')
  const [came, setCame] = useState('')
  const { fillFromTag } = useContactListMutations()

  async function fill(chosen: TagId) {
    const { created } = await fillFromTag.mutateAsync({ id: list.id, tagId: chosen })
    const words = t('cameFromTag', { count: created })
    setCame(words)
    showToast('success', words)
  }

  return (
    <>
      <SelectField<TagId | ''>
        label={t('fromTag')}
        help={t('fromTagHelp')}
        choices={[
          { value: '', name: t('chooseTag') },
          ...tags.map(({ id, name, color }) => ({ value: id, name, color })),
        ]}
        value={tagId}
        onChange={setTagId}
      />
      <div>
        <Button
          disabled={tagId === '' || fillFromTag.isPending}
          onClick={() =>
            tagId !== '' &&
            void fill(tagId).catch(() => undefined /* the mutation has already shown the error */)
          }
        >
          {t('fillFromTag')}
        </Button>
      </div>
      {/* Always mounted, so that screen readers announce changes of its content. */}
      <p role="status" className={styles.help}>
        {came}
      </p>
    </>
  )
}

function ImportOutcome({ outcome }: { outcome: ContactListImportResult }) {
  const { t } = useTranslation('contactLists')
  const { created, known, wrong, wrongRows } = outcome
  return (
    <div className={styles.progress}>
      <span role="status">{t('came', { created, known, wrong })}</span>
      {wrongRows.length > 0 && (
        <ul className={styles.rows} aria-label={t('wrongRows')}>
          {wrongRows.map(({ row, outcome: why }) => (
            <li key={row}>
              {t('wrongRow', { row })} {t(`contactImports:outcomes.${why}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Uploads a spreadsheet into a list with a progress bar; unmounting aborts the upload. */
function useListImport(listId: ContactListId, onDone: (outcome: ContactListImportResult) => void) {
  const { t } = useTranslation('contactLists')
  const queries = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function bring(file: File) {
    const controller = new AbortController()
    leaving.current = controller
    setProblem(undefined)
    setShare(0)
    try {
      onDone(await importSpreadsheetIntoList(listId, file, setShare, controller.signal))
      await queries.invalidateQueries({ queryKey: ['contact-lists'] })
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(errorText(error))
    }
    setShare(null)
  }

  const words = share !== null && share < 1 ? t('uploading') : t('reading')
  const bar = share !== null && (
    <div role="status" className={styles.progress}>
      <span>{words}</span>
      <ProgressBar percent={share < 1 ? share * 100 : undefined} label={words} />
    </div>
  )
  return { bring, bar, problem, isBusy: share !== null }
}
