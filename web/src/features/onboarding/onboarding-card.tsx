import { type OnboardingStep, onboardingSteps, stepsDone } from '@balcao/domain/onboarding'
import Button from '@mui/material/Button'
import { ArrowRight, CircleCheck, CircleDashed, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { useDismissOnboarding, useOnboarding } from './api/onboarding'
import styles from './onboarding.module.css'

/** Where each step is taken. */
const places: Readonly<Record<OnboardingStep, string>> = {
  number: '/connections',
  queue: '/queues',
  user: '/users',
  message: '/tickets?sub=pending',
}

/**
 * The first day of a company: what is left to do until customers are answered. Ticks itself off while it is looked at; it
 * is not shown again once everything is done, or when an admin has put it away.
 */
export function OnboardingCard() {
  const { data } = useOnboarding()
  const wasUndone = useRef(false)
  if (data === undefined || data.isDismissed) return null
  const count = stepsDone(data.done)
  if (count < onboardingSteps.length) wasUndone.current = true
  if (!wasUndone.current) return null
  return <Checklist done={data.done} count={count} />
}

function Checklist({ done, count }: { done: Readonly<Record<OnboardingStep, boolean>>; count: number }) {
  const { t } = useTranslation('onboarding')
  const [isAsking, setAsking] = useState(false)
  const dismiss = useDismissOnboarding()
  const titleId = useId()
  const all = onboardingSteps.length
  const isOver = count === all
  const next = onboardingSteps.find((step) => !done[step])
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId}>{t(isOver ? 'overTitle' : 'title')}</h2>
          <p>{t(isOver ? 'overText' : 'text')}</p>
        </div>
        <IconButton
          label={t('dismiss')}
          disabled={dismiss.isPending}
          onClick={() => (isOver ? dismiss.mutate() : setAsking(true))}
        >
          <X size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <div
        role="progressbar"
        aria-label={t('progress', { count, all })}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={count}
        className={styles.progress}
      >
        <span style={{ width: `${(count / all) * 100}%` }} />
      </div>
      <ol className={styles.steps} aria-live="polite">
        {onboardingSteps.map((step) => (
          <Step key={step} step={step} isDone={done[step]} isNext={step === next} />
        ))}
      </ol>
      <p className={styles.foot}>
        {t('moreHelp')} <Link to="/helps">{t('helps')}</Link>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={t('dismissTitle')}
          confirm={t('dismiss')}
          onClose={() => setAsking(false)}
          onConfirm={() => dismiss.mutateAsync()}
        >
          {t('dismissMeaning')}
        </ConfirmDialog>
      )}
    </section>
  )
}

interface StepProps {
  readonly step: OnboardingStep
  readonly isDone: boolean
  /** The one to take now. */
  readonly isNext: boolean
}

function Step({ step, isDone, isNext }: StepProps) {
  const { t } = useTranslation('onboarding')
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className={styles.step} data-done={isDone}>
      <Icon size={20} strokeWidth={1.75} aria-hidden className={styles.mark} />
      <div className={styles.words}>
        <h3>
          {t(`step.${step}`)} <span className="sr-only">{t(isDone ? 'isDone' : 'isOpen')}</span>
        </h3>
        {!isDone && <p>{t(`help.${step}`)}</p>}
      </div>
      {!isDone && (
        <Button
          component={Link}
          to={places[step]}
          size="small"
          variant={isNext ? 'contained' : 'outlined'}
          endIcon={<ArrowRight size={16} strokeWidth={2} aria-hidden />}
        >
          {t(`go.${step}`)}
        </Button>
      )}
    </li>
  )
}
