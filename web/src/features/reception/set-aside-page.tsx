import type { SetAsideEntry } from '@balcao/contract/reception'
import Button from '@mui/material/Button'
import { ArrowLeft, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSetAside } from '../../lib/lists/set-aside'
import { ListPage } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useReplayAll } from './api/set-aside-acts'
import { DismissDialog } from './dismiss-dialog'
import styles from './set-aside.module.css'
import { SetAsideTable } from './set-aside-table'

/** What WhatsApp said and the server could not take in: an admin tries again, or gives it up. */
export default function SetAsidePage() {
  const { t } = useTranslation('reception')
  const list = useSetAside()
  const { data, error, isPending, refetch } = list
  const replayAll = useReplayAll()
  const [dismissing, setDismissing] = useState<SetAsideEntry | null>(null)

  return (
    <ListPage
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
            variant="contained"
            startIcon={<RotateCcw size={16} strokeWidth={2} aria-hidden />}
            disabled={replayAll.isPending}
            onClick={() => replayAll.mutate(undefined)}
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
        <SetAsideTable entries={data.entries} count={data.count} onDismiss={setDismissing} />
      )}
      {dismissing !== null && <DismissDialog entry={dismissing} onClose={() => setDismissing(null)} />}
    </ListPage>
  )
}
