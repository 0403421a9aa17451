import type { DeadLetter } from '@balcao/contract/reception'
import { ArrowLeft, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dateAndTime } from '../../lib/dates'
import { useDeadLetters } from '../../lib/lists/dead-letters'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ListPageLayout } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useDismissDeadLetter, useReplayAllDeadLetters } from './api/dead-letter-acts'
import { DeadLetterTable } from './dead-letter-table'
import styles from './dead-letters.module.css'

export default function DeadLettersPage() {
  const { t } = useTranslation('reception')
  const list = useDeadLetters()
  const { data, error, isPending, refetch } = list
  const replayAll = useReplayAllDeadLetters()
  const [dismissing, setDismissing] = useState<DeadLetter | null>(null)

  return (
    <ListPageLayout
      list={list}
      intro={
        <>
          <Link to="/connections" className={styles.back}>
            <ArrowLeft size={16} strokeWidth={2} aria-hidden /> {t('back')}
          </Link>
          <p>{t('intro')}</p>
        </>
      }
      actions={
        (data?.count ?? 0) > 1 && (
          <Button
            kind="primary"
            icon={RotateCcw}
            disabled={replayAll.isPending}
            onClick={() => replayAll.mutate()}
          >
            {t('replayAll')}
          </Button>
        )
      }
    >
      {isPending ? (
        <SkeletonRows rows={3} height={64} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.entries.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <DeadLetterTable entries={data.entries} count={data.count} onDismiss={setDismissing} />
      )}
      {dismissing !== null && <DismissDialog entry={dismissing} onClose={() => setDismissing(null)} />}
    </ListPageLayout>
  )
}

function DismissDialog({ entry, onClose }: { entry: DeadLetter; onClose: () => void }) {
  const { t } = useTranslation('reception')
  const dismiss = useDismissDeadLetter()
  return (
    <ConfirmDialog
      title={t('dismissTitle')}
      confirm={t('dismissConfirm')}
      destroys
      onClose={onClose}
      onConfirm={() => dismiss.mutateAsync(entry.id)}
    >
      <p>
        {t('dismissMeaning', {
          from: entry.from ?? t('unknownFrom'),
          connection: entry.connection.name,
          at: dateAndTime(entry.heardAt),
        })}
      </p>
    </ConfirmDialog>
  )
}
