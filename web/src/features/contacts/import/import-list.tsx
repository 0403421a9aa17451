import type { ContactImportView } from '@balcao/contract/contact-imports'
import { columnLetter } from '@balcao/domain/contact-imports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../lib/dates'
import { neutraliseFormula } from '../../../lib/harmless-cell'
import { saveSpreadsheet } from '../../../lib/save-file'
import { Button } from '../../../ui/button'
import { ProgressBar } from '../../../ui/progress-bar'
import { SaveFileButton } from '../../../ui/save-button'
import { PanelFailure } from '../../../ui/side-panel'
import { fetchImportReport, useContactImportMutations, useContactImports } from '../api/imports'
import styles from './import.module.css'

export function ContactImportList() {
  const { t } = useTranslation('contactImports')
  const { data, error, refetch } = useContactImports()
  if (data === undefined) {
    return error === null ? null : (
      <PanelFailure text={t('common:listFailed')} onRetry={() => void refetch()} />
    )
  }
  if (data.length === 0) return null
  return (
    <section aria-label={t('before')} className={styles.before}>
      <h3>{t('before')}</h3>
      <ul>
        {data.map((list) => (
          <li key={list.id} className={styles.import}>
            <ImportItem list={list} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportItem({ list }: { list: ContactImportView }) {
  const { t } = useTranslation('contactImports')
  const { cancel } = useContactImportMutations()
  const { state, rows, done, created, known, wrong } = list
  const share = rows === 0 ? 100 : Math.floor((done / rows) * 100)
  return (
    <>
      <div className={styles.importHead}>
        <b>{list.source === 'file' ? list.fileName : t('phoneBook')}</b>
        <span>{[dateAndTime(list.createdAt), list.userName].filter(Boolean).join(' · ')}</span>
      </div>
      {state === 'running' ? (
        <div className={styles.reading}>
          <span role="status">{t('progress', { done, rows })}</span>
          <ProgressBar percent={share} label={t('progressOf', { share })} />
          <div className={styles.acts}>
            <span className={styles.help}>{t('mayClose')}</span>
            <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate(list.id)}>
              {t('stop')}
            </Button>
          </div>
        </div>
      ) : (
        <div className={styles.acts}>
          <span data-state={state}>
            {t(`states.${state}`)} {t('counts', { created, known, wrong })}
          </span>
          <SaveFileButton size="small" label={t('report')} onSave={() => saveReport(list, t)} />
        </div>
      )}
    </>
  )
}

/** Saves all rows with their results, so that faulty rows can be corrected and imported again. */
async function saveReport(list: ContactImportView, t: TFunction<'contactImports'>): Promise<void> {
  const { id, columns, hasHeader } = list
  const results = await fetchImportReport(id)
  const titles = columns.map(({ title }, place) => neutraliseFormula(title || columnLetter(place)))
  await saveSpreadsheet({
    fileName: t('reportFile', { id }),
    sheet: t('report'),
    titles: [t('row'), t('outcome'), ...titles],
    rows: (hasHeader ? results.slice(1) : results).map(({ row, outcome, cells }) => [
      row,
      t(`outcomes.${outcome ?? 'notReached'}`),
      ...columns.map((_, place) => neutraliseFormula(cells[place] ?? '')),
    ]),
    widths: [10, 44, ...columns.map(() => 28)],
  })
}
