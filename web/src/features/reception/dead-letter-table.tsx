import type { DeadLetter } from '@balcao/contract/reception'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { Button } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { IconButton } from '../../ui/icon-button'
import { useReplayDeadLetter } from './api/dead-letter-acts'
import styles from './dead-letters.module.css'

/** The kinds of failure, by what an admin can do: keys of `reception.json`. */
type ReasonKind = 'noRoom' | 'noDatabase' | 'locked' | 'refused' | 'unknownForm' | 'other'

const kinds: readonly (readonly [ReasonKind, RegExp])[] = [
  ['noRoom', /ENOSPC|\((?:53100|53200)\)/],
  ['noDatabase', /ECONN|ETIMEDOUT|\((?:08|25P03|40|53|55P03|57)\w*\)/],
  ['locked', /unable to authenticate|no data key|sealed value/i],
  ['refused', /\((?:22|23)\w{3}\)/],
  ['unknownForm', /^(?:SyntaxError|RangeError|ZodError)|unreadable|wire type|index out of range|unexpected/i],
]

interface DeadLetterTableProps {
  readonly entries: readonly DeadLetter[]
  readonly count: number
  readonly onDismiss: (entry: DeadLetter) => void
}

export function DeadLetterTable({ entries, count, onDismiss }: DeadLetterTableProps) {
  const { t, i18n } = useTranslation('reception')
  const replay = useReplayDeadLetter()
  const columns: Column<DeadLetter>[] = [
    {
      key: 'from',
      title: t('from'),
      width: '220px',
      onPhone: 'head',
      cell: (entry) => <SenderCell entry={entry} />,
    },
    {
      key: 'heardAt',
      title: t('heardAt'),
      width: '136px',
      cell: ({ heardAt }) => (
        <time dateTime={heardAt} title={longDateAndTime(heardAt, i18n.language)}>
          {dateAndTime(heardAt)}
        </time>
      ),
    },
    { key: 'reason', title: t('reason'), cell: (entry) => <ReasonCell entry={entry} /> },
    {
      key: 'acts',
      title: t('common:actions'),
      width: '216px',
      align: 'right',
      onPhone: 'line',
      cell: (entry) => (
        <span className={styles.acts}>
          <Button
            size="small"
            icon={RotateCcw}
            disabled={replay.isPending && replay.variables === entry.id}
            onClick={() => replay.mutate(entry.id)}
          >
            {t('replay')}
          </Button>
          <IconButton icon={Trash2} label={t('dismiss')} onClick={() => onDismiss(entry)} />
        </span>
      ),
    },
  ]
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      foot={<span>{t('foot', { count })}</span>}
    />
  )
}

function SenderCell({ entry: { from, connection } }: { entry: DeadLetter }) {
  const { t } = useTranslation('reception')
  return (
    <span className={styles.from}>
      <b>{from ?? t('unknownFrom')}</b>
      <small>{t('over', { connection: connection.name })}</small>
    </span>
  )
}

function ReasonCell({ entry: { reason, attempts } }: { entry: DeadLetter }) {
  const { t } = useTranslation('reception')
  return (
    <div className={styles.reason}>
      <p>{t(`reasons.${failureKindOf(reason)}`)}</p>
      <details>
        <summary>{t('details')}</summary>
        <p>
          {t('tried', { count: attempts })} <code>{reason}</code>
        </p>
      </details>
    </div>
  )
}

/** Classifies the server's technical English text by error names and PostgreSQL codes. */
export function failureKindOf(reason: string): ReasonKind {
  return kinds.find(([, pattern]) => pattern.test(reason))?.[0] ?? 'other'
}
