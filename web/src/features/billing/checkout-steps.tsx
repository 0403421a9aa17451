import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './checkout.module.css'

const steps = ['payer', 'plan', 'review', 'pix'] as const
export type Step = (typeof steps)[number]

/** The steps of the checkout, with the current one marked. */
export function CheckoutSteps({ current }: { current: Step }) {
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
