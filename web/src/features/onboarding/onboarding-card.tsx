import type { OnboardingView } from '@balcao/contract/onboarding'
import { createUser, updateUser } from '@balcao/contract/people'
import { countOnboardingStepsDone, type OnboardingStep, onboardingSteps } from '@balcao/domain/onboarding'
import { hasPermission } from '@balcao/domain/permissions'
import { ArrowRight, CircleCheck, CircleDashed, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayCall, useViewer } from '../../lib/session'
import { Button, ButtonLink } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { useDismissOnboarding, useOnboardingChecklist } from './api/onboarding'
import { CompanyNameDialog } from './company-name-dialog'
import styles from './onboarding.module.css'

/** The page for each step; `?new` opens its form for a new record. A step without a page is done in a dialog. */
const places: Readonly<Record<OnboardingStep, string | null>> = {
  company: null,
  password: null,
  queue: '/queues?new',
  number: '/connections?new',
  user: '/users?new',
  message: '/tickets?sub=pending',
}

interface OnboardingCardProps {
  readonly onOwnAccount: () => void
}

/** The checklist disappears when all steps are done, or when an admin dismisses it. */
export function OnboardingCard({ onOwnAccount }: OnboardingCardProps) {
  const { data } = useOnboardingChecklist()
  const wasUndone = useRef(false)
  if (data === undefined || data.isDismissed) return null
  const count = countOnboardingStepsDone(data.done)
  if (count < onboardingSteps.length) wasUndone.current = true
  if (!wasUndone.current) return null
  return <Checklist onboarding={data} count={count} onOwnAccount={onOwnAccount} />
}

interface ChecklistProps extends OnboardingCardProps {
  readonly onboarding: OnboardingView
  readonly count: number
}

function Checklist({ onboarding: { done, hasHelps }, count, onOwnAccount }: ChecklistProps) {
  const { t } = useTranslation('onboarding')
  const may: Partial<Record<OnboardingStep, boolean>> = {
    company: hasPermission(useViewer(), 'companies.manage'),
    password: useMayCall(updateUser),
    user: useMayCall(createUser),
  }
  const [isAsking, setAsking] = useState(false)
  const [isNaming, setNaming] = useState(false)
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
          icon={X}
          label={t('dismiss')}
          disabled={dismiss.isPending}
          onClick={() => (isOver ? dismiss.mutate() : setAsking(true))}
        />
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
          <Step key={step} step={step} isDone={done[step]}>
            {may[step] === false ? null : (
              <StepButton
                step={step}
                isNext={step === next}
                onOpen={step === 'company' ? () => setNaming(true) : onOwnAccount}
              />
            )}
          </Step>
        ))}
      </ol>
      {hasHelps && (
        <p className={styles.foot}>
          {t('moreHelp')} <Link to="/helps">{t('helps')}</Link>
        </p>
      )}
      {isNaming && <CompanyNameDialog onClose={() => setNaming(false)} />}
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

function Step({ step, isDone, children }: { step: OnboardingStep; isDone: boolean; children: ReactNode }) {
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
      {!isDone && children}
    </li>
  )
}

function StepButton({ step, isNext, onOpen }: { step: OnboardingStep; isNext: boolean; onOpen: () => void }) {
  const { t } = useTranslation('onboarding')
  const place = places[step]
  const look = { size: 'small', kind: isNext ? 'primary' : 'secondary' } as const
  if (place === null)
    return (
      <Button {...look} onClick={onOpen}>
        {t(`go.${step}`)}
      </Button>
    )
  return (
    <ButtonLink to={place} {...look}>
      {t(`go.${step}`)} <ArrowRight size={16} strokeWidth={2} aria-hidden />
    </ButtonLink>
  )
}
