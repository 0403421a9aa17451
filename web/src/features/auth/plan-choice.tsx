import type { PlanView } from '@balcao/contract/plans'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlansOnOffer } from '../../lib/lists/plans'
import { formatReais } from '../../lib/money'
import { ErrorState, SkeletonRows } from '../../ui/states'
import styles from './plan-choice.module.css'

interface PlanChoiceProps {
  readonly value: number
  readonly error: string | undefined
  readonly onChange: (id: number) => void
}

/** Chooses the plan of a new company by price and limits (AUTH-26). A single plan is preselected. */
export function SignupPlanField({ value, error, onChange }: PlanChoiceProps) {
  const { t } = useTranslation('auth')
  const errorId = useId()
  const { data: plans, error: failure, isPending, refetch } = usePlansOnOffer()
  const only = plans?.length === 1 ? plans[0]?.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the plans are loaded
  useEffect(() => {
    if (only !== undefined) onChange(only)
  }, [only])

  return (
    <fieldset className={styles.plans} aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{t('plan')}</legend>
      {isPending ? (
        <SkeletonRows rows={2} height={64} />
      ) : plans === undefined ? (
        <ErrorState title={t('plansFailed')} error={failure} onRetry={() => void refetch()} />
      ) : (
        plans.map((plan) => (
          <PlanOption
            key={plan.id}
            plan={plan}
            isChosen={plan.id === value}
            onChoose={() => onChange(plan.id)}
          />
        ))
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden /> {error}
        </p>
      )}
    </fieldset>
  )
}

interface PlanOptionProps {
  readonly plan: PlanView
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function PlanOption({ plan, isChosen, onChoose }: PlanOptionProps) {
  const { t } = useTranslation('auth')
  const sizes = [
    t('planUsers', { count: plan.users }),
    t('planConnections', { count: plan.connections }),
    t('planQueues', { count: plan.queues }),
    ...(plan.storageGigabytes === null ? [] : [t('planStorage', { count: plan.storageGigabytes })]),
  ]
  return (
    <label className={styles.plan} data-chosen={isChosen}>
      <input type="radio" name="plan" checked={isChosen} onChange={onChoose} />
      <span className={styles.what}>
        <b>{plan.name}</b>
        <span>{sizes.join(' · ')}</span>
      </span>
      <span className={styles.price}>{t('perMonth', { price: formatReais(plan.value) })}</span>
    </label>
  )
}
