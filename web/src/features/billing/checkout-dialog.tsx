import type { InvoiceView, PixChargeView } from '@balcao/contract/billing'
import type { SessionUser } from '@balcao/contract/people'
import type { PlanView } from '@balcao/contract/plans'
import { priceOfMonths } from '@balcao/domain/invoices'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { minuteMs, useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { AppDialog } from '../../ui/dialog'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useCheckoutQuery, useCreatePixCharge } from './api/billing'
import styles from './checkout.module.css'
import { type CheckoutPayer, CheckoutPayerStep, checkoutPayerOf } from './payer-step'
import { CheckoutPixStep } from './pix-step'
import { CheckoutPlanStep } from './plan-step'
import { CheckoutReviewStep } from './review-step'
import { lastDayAfterPayment } from './standing'

const steps = ['payer', 'plan', 'review', 'pix'] as const
type Step = (typeof steps)[number]

function CheckoutSteps({ current }: { current: Step }) {
  const { t } = useTranslation('billing')
  const at = steps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((step, place) => (
        <li
          key={step}
          className={styles.step}
          data-state={place < at ? 'done' : place === at ? 'now' : 'next'}
          aria-current={place === at ? 'step' : undefined}
        >
          <span className={styles.number} aria-hidden>
            {place < at ? <Check size={14} strokeWidth={2.5} /> : place + 1}
          </span>
          <span className={styles.stepName}>{t(`step.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}

interface CheckoutDialogProps {
  /** The open invoice; null when there is none, and the charge then creates one for the chosen plan. */
  readonly invoice: InvoiceView | null
  readonly onClose: () => void
  readonly onPaid: (company: SessionUser['company']) => void
}

export function CheckoutDialog({ invoice, onClose, onPaid }: CheckoutDialogProps) {
  const { t } = useTranslation('billing')
  const { data, error, isPending, refetch } = useCheckoutQuery()
  const title = invoice === null ? t('choosePlan') : t('checkoutTitle', { id: invoice.id })
  if (data !== undefined) {
    return (
      <Checkout
        title={title}
        invoice={invoice}
        months={data.months}
        kept={checkoutPayerOf(data.billing)}
        onClose={onClose}
        onPaid={onPaid}
      />
    )
  }
  return (
    <AppDialog title={title} open onClose={onClose} width={640}>
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      )}
    </AppDialog>
  )
}

interface CheckoutProps extends CheckoutDialogProps {
  readonly title: string
  /** The number of months of one payment. */
  readonly months: number
  readonly kept: CheckoutPayer
}

function Checkout({ title, invoice, months, kept, onClose, onPaid }: CheckoutProps) {
  const { t } = useTranslation('billing')
  const formId = useId()
  const { company } = useUser()
  const own = company.plan
  const now = useNow(minuteMs)
  const [step, setStep] = useState<Step>('payer')
  const [payer, setPayer] = useState(kept)
  const [plan, setPlan] = useState<PlanView | null>(invoice === null && own?.value === 0 ? null : own)
  const [charge, setCharge] = useState<PixChargeView | null>(null)
  const [isPaid, setPaid] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const subscribe = useCreatePixCharge()
  // An open invoice keeps its price, even if the price of the company's plan has changed since.
  const priceOfPlan = ({ id, value }: PlanView) =>
    invoice !== null && id === own?.id ? invoice.value : priceOfMonths(value, months)
  const amount = plan === null ? (invoice?.value ?? 0) : priceOfPlan(plan)
  const { submit, isWaiting } = useDelayedSubmit(async () => {
    const { fullName, address, country, ...rest } = payer
    const asked = await subscribe.mutateAsync({
      ...rest,
      firstName: fullName,
      lastName: '',
      address2: address,
      country: country === '' ? 'Brasil' : country,
      useAddressForPaymentDetails: false,
      nameOnCard: '',
      cardNumber: '',
      cvv: '',
      plan: plan?.id,
      price: amount,
      users: plan?.users,
      connections: plan?.connections,
      invoiceId: invoice?.id,
    })
    showToast('success', t('posted'))
    setCharge(asked)
    setStep('pix')
  })
  const leave = () => (step === 'pix' && !isPaid ? setLeaving(true) : onClose())

  return (
    <AppDialog
      title={title}
      open
      onClose={leave}
      width={640}
      actions={
        step === 'pix' ? undefined : (
          <>
            {step === 'payer' ? (
              <Button onClick={onClose}>{t('common:cancel')}</Button>
            ) : (
              <Button disabled={isWaiting} onClick={() => setStep(step === 'review' ? 'plan' : 'payer')}>
                {t('back')}
              </Button>
            )}
            {step === 'payer' && (
              <Button type="submit" form={formId} kind="primary">
                {t('next')}
              </Button>
            )}
            {step === 'plan' && (
              <Button kind="primary" disabled={plan === null} onClick={() => setStep('review')}>
                {t('next')}
              </Button>
            )}
            {step === 'review' && (
              <Button kind="primary" disabled={isWaiting} onClick={() => void submit(undefined)}>
                {isWaiting ? t('paying') : t('pay')}
              </Button>
            )}
          </>
        )
      }
    >
      <CheckoutSteps current={step} />
      {step === 'payer' && (
        <CheckoutPayerStep
          formId={formId}
          payer={payer}
          onDone={(written) => {
            setPayer(written)
            setStep('plan')
          }}
        />
      )}
      {step === 'plan' && (
        <CheckoutPlanStep
          own={invoice === null && own?.value === 0 ? null : own}
          priceOf={priceOfPlan}
          months={months}
          chosen={plan}
          onChoose={setPlan}
        />
      )}
      {step === 'review' && (
        <CheckoutReviewStep
          invoice={invoice}
          payer={payer}
          plan={plan}
          until={lastDayAfterPayment(company, plan, months, now)}
          amount={amount}
        />
      )}
      {step === 'pix' && charge !== null && (
        <CheckoutPixStep
          charge={charge}
          onPaid={(company) => {
            setPaid(true)
            onPaid(company)
          }}
        />
      )}
      {isLeaving && (
        <ConfirmDialog
          title={t('leaveTitle')}
          confirm={t('leave')}
          onClose={() => setLeaving(false)}
          onConfirm={async () => onClose()}
        >
          {t('leaveMeaning')}
        </ConfirmDialog>
      )}
    </AppDialog>
  )
}
