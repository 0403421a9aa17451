import type { MoveInReport, MoveInView } from '@balcao/contract/move-ins'
import { useTranslation } from 'react-i18next'
import { neutraliseFormula } from '../../lib/harmless-cell'
import { saveSpreadsheet } from '../../lib/save-file'
import { type Column, DataTable } from '../../ui/data-table'
import { SaveFileButton } from '../../ui/save-button'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { fetchMoveInSkippedRows, useMoveInReport } from './api/move-ins'
import styles from './move-ins.module.css'
import { useMoveInTexts } from './move-words'

type Counted = MoveInReport['companies'][number]['steps'][number]

type Move = Pick<MoveInView, 'id' | 'name'>

export function MoveInReportTable({ moveIn }: { readonly moveIn: Move }) {
  const { t } = useTranslation('moveIns')
  const words = useMoveInTexts()
  const { data, error, isPending, refetch } = useMoveInReport(moveIn.id)
  if (isPending) return <SkeletonRows rows={3} />
  if (data === undefined)
    return <ErrorState title={t('reportFailed')} error={error} onRetry={() => void refetch()} />
  const columns: Column<Counted>[] = [
    { key: 'step', title: t('what'), onPhone: 'head', cell: ({ step }) => words.step(step) },
    {
      key: 'source',
      title: t('inSource'),
      align: 'right',
      cell: ({ source }) => (source === null ? '–' : words.count(source)),
    },
    { key: 'read', title: t('read'), align: 'right', cell: ({ read }) => words.count(read) },
    { key: 'moved', title: t('moved'), align: 'right', cell: ({ moved }) => words.count(moved) },
    { key: 'complete', title: t('complete'), cell: ({ isComplete }) => t(isComplete ? 'yes' : 'notYet') },
  ]
  return (
    <div className={styles.report}>
      {data.companies.map(({ name, steps, skips }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <DataTable
            label={t('reportOf', { name })}
            columns={columns}
            rows={steps}
            keyOf={({ step }) => step}
          />
          {skips.length > 0 && (
            <ul className={styles.skips}>
              {skips.map(({ kind, reason, rows }) => (
                <li key={`${kind} ${reason}`}>
                  {`${words.kind(kind)}, ${words.count(rows)}: ${words.skip(reason)}`}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <SaveReport moveIn={moveIn} report={data} />
    </div>
  )
}

function SaveReport({ moveIn: { id, name }, report }: { moveIn: Move; report: MoveInReport }) {
  const { t } = useTranslation('moveIns')
  const words = useMoveInTexts()

  async function save() {
    const skipped = await fetchMoveInSkippedRows(id)
    await saveSpreadsheet({
      fileName: `${t('sheet.file')}-${name}.xlsx`,
      sheet: t('report'),
      titles: [
        ...[t('sheet.company'), t('what'), t('sheet.sourceId'), t('inSource'), t('read'), t('moved')],
        t('sheet.reason'),
      ],
      rows: [
        ...report.companies.flatMap((company) =>
          company.steps.map(({ step, source, read, moved }) => [
            ...[neutraliseFormula(company.name), words.step(step), null, source, read, moved],
            null,
          ]),
        ),
        ...skipped.map(({ company, kind, sourceId, reason }) => [
          ...[neutraliseFormula(company), words.kind(kind), neutraliseFormula(sourceId), null, null, null],
          words.skip(reason),
        ]),
      ],
      widths: [28, 24, 24, 16, 12, 12, 60],
    })
  }

  return <SaveFileButton label={t('saveReport')} busyLabel={t('savingReport')} onSave={save} />
}
