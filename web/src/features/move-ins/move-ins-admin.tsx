import { Plus, Truck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useMoveIns } from './api/move-ins'
import { MoveInCard } from './move-in-card'
import styles from './move-ins.module.css'
import { MoveInSourceDialog } from './source-dialog'

export function MoveInsAdmin() {
  const { t } = useTranslation('moveIns')
  const [isNaming, setNaming] = useState(false)
  const { data, error, isPending, refetch } = useMoveIns()
  const begin = (
    <Button kind="primary" icon={Plus} onClick={() => setNaming(true)}>
      {t('new')}
    </Button>
  )
  return (
    <>
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.moveIns.length === 0 ? (
        <EmptyState icon={Truck} title={t('emptyTitle')} text={t('emptyText')}>
          {begin}
        </EmptyState>
      ) : (
        <div className={styles.moves}>
          <div>{begin}</div>
          {data.moveIns.map((moveIn) => (
            <MoveInCard key={moveIn.id} moveIn={moveIn} />
          ))}
        </div>
      )}
      {isNaming && <MoveInSourceDialog moveIn={null} onClose={() => setNaming(false)} />}
    </>
  )
}
