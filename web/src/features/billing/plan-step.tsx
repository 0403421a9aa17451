import type { PlanView } from '@balcao/contract/plans'
import type { TFunction } from 'i18next'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlansOnOffer } from '../../lib/lists/plans'
import { formatReais } from '../../lib/money'
import { Pill } from '../../ui/pill'
import { SkeletonRows } from '../../ui/states'
import styles from './checkout.module.css'

interface PlanStepProps {
  readonly own: PlanView | null
  /** The total price of one payment, which covers several months. */
  readonly priceOf: (plan: PlanView) => number
  readonly months: number
  readonly chosen: PlanView | null
  readonly onChoose: (plan: PlanView) => void
}

/** The limits of a plan: `3 usuários · 1 conexão · 2 filas · 10 GB para arquivos`. */
function holdingsOf(plan: PlanView, t: TFunction<'billing'>): string {
  return [
    t('holdsUsers', { count: plan.users }),
    t('holdsConnections', { count: plan.connections }),
    t('holdsQueues', { count: plan.queues }),
    ...(plan.storageGigabytes === null ? [] : [t('holdsStorage', { count: plan.storageGigabytes })]),
  ].join(' · ')
}

/** Lets the user choose the plan to pay for. The company's own plan comes first, at the price of its open invoice. */
export function CheckoutPlanStep({ own, priceOf, months, chosen, onChoose }: PlanStepProps) {
  const { t } = useTranslation('billing')
  const name = useId()
  const { data, isPending, isError } = usePlansOnOffer()
  const others = (data ?? []).filter(({ id, value }) => id !== own?.id && value > 0)
  const plans = own === null ? others : [own, ...others]
  return (
    <>
      <fieldset className={styles.plans}>
        <legend>{t('choosePlan')}</legend>
        {plans.map((plan) => (
          <label key={plan.id} className={styles.plan} data-chosen={plan.id === chosen?.id}>
            <input
              type="radio"
              name={name}
              checked={plan.id === chosen?.id}
              onChange={() => onChoose(plan)}
            />
            <span className={styles.planWords}>
              <span className={styles.planName}>
                {plan.name}
                {plan.id === own?.id && (
                  <Pill tone="info" icon={CircleCheck}>
                    {t('currentPlan')}
                  </Pill>
                )}
              </span>
              <span className={styles.planHolds}>{holdingsOf(plan, t)}</span>
            </span>
            <b className={styles.planPrice}>{formatReais(priceOf(plan))}</b>
          </label>
        ))}
        {isPending && <SkeletonRows rows={2} />}
      </fieldset>
      {months > 1 && <p className={styles.note}>{t('forMonths', { count: months })}</p>}
      <p className={styles.note}>{t(isError ? 'noOtherPlan' : 'planHelp')}</p>
    </>
  )
}
