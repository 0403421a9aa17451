import { Mail, MonitorX } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { isRefusal } from '../../lib/api-error'
import { readStoredValue } from '../../lib/browser-storage'
import { usePlansOnOffer } from '../../lib/lists/plans'
import { usePageTitle } from '../../lib/page-title'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/password-field'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import type { SignInCredentials } from './api/auth'
import { TwoStepCodeForm } from './code-step'
import { SignedOutPageFrame } from './entrance'
import styles from './login-page.module.css'
import { signInRefusalText } from './login-refusal'
import { useSignInWithDueWarning } from './use-enter'

interface Values {
  readonly email: string
  readonly password: string
}

export function LoginPage() {
  const { t } = useTranslation('auth')
  const [proven, setProven] = useState<SignInCredentials | null>(null)
  usePageTitle(t('signIn'))
  return (
    <SignedOutPageFrame>
      {proven === null ? (
        <LoginForm onCodeNeeded={setProven} />
      ) : (
        <TwoStepCodeForm credentials={proven} onBack={() => setProven(null)} />
      )}
    </SignedOutPageFrame>
  )
}

function LoginForm({ onCodeNeeded }: { onCodeNeeded: (credentials: SignInCredentials) => void }) {
  const { t } = useTranslation('auth')
  const { enter, error: refused } = useSignInWithDueWarning()
  const known = knownEmail(useLocation().state)
  const { register, handleSubmit, setFocus, watch, formState } = useForm<Values>({
    defaultValues: { email: known, password: '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values & { readonly paying?: boolean }) => {
    try {
      await enter(values)
    } catch (error) {
      if (isRefusal(error, 'ERR_TWO_STEP_CODE_REQUIRED')) return onCodeNeeded(values)
      showToast('error', signInRefusalText(error))
      setFocus('password')
    }
  })
  const refusal = refused === null ? undefined : signInRefusalText(refused)
  // The server refuses the company and not the password: the subscription has expired, or the company is disabled.
  const isOfCompany =
    isRefusal(refused, 'ERR_SUBSCRIPTION_EXPIRED') || isRefusal(refused, 'ERR_COMPANY_DISABLED')
  const support = isRefusal(refused, 'ERR_SUBSCRIPTION_EXPIRED') ? String(refused.data.support ?? '') : ''
  const required = t('common:required')
  const mayPay = isRefusal(refused, 'ERR_SUBSCRIPTION_EXPIRED') && refused.data.mayPay === 1

  return (
    <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
      <header>
        <h1>{t('signIn')}</h1>
        <p>{t('subtitle')}</p>
      </header>
      <EndedElsewhere />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        autoFocus={known === ''}
        icon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
        error={formState.errors.email?.message}
        {...register('email', { required })}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        autoFocus={known !== ''}
        error={formState.errors.password?.message ?? (isOfCompany ? undefined : refusal)}
        {...register('password', { required })}
      />
      {isOfCompany && (
        <div className={styles.refusal} role="alert">
          <p>{refusal}</p>
          {support !== '' && <p>{t('supportIs', { support })}</p>}
        </div>
      )}
      <Button type="submit" kind="primary" className={styles.submit} disabled={isWaiting}>
        {t('signIn')}
      </Button>
      {mayPay && (
        <div className={styles.pay} role="status">
          <p>{t('payMeaning')}</p>
          <Button
            disabled={isWaiting}
            onClick={handleSubmit((values) => submit({ ...values, paying: true }))}
          >
            {t('payNow')}
          </Button>
        </div>
      )}
      <p className={styles.other}>
        <Link to="/forgotten-password" state={{ email: watch('email') }}>
          {t('forgotten.link')}
        </Link>
      </p>
      <SignUpLink />
    </form>
  )
}

/** The link to the sign-up; hidden while no plan is on offer, since a sign-up chooses a plan. */
function SignUpLink() {
  const { t } = useTranslation('auth')
  const { data: plans, isPending } = usePlansOnOffer()
  if (isPending || plans?.length === 0) return null
  return (
    <p className={styles.other}>
      {t('noAccount')} <Link to="/signup">{t('toSignUp')}</Link>
    </p>
  )
}

/** Explains that a sign-in elsewhere ended the session (AUTH-18); shown until the next sign-in. */
function EndedElsewhere() {
  const { t } = useTranslation('shell')
  const [isEnded] = useState(() => readStoredValue('endedElsewhere') !== null)
  if (!isEnded) return null
  return (
    <p className={styles.ended} role="status">
      <MonitorX size={20} strokeWidth={1.75} aria-hidden />
      {t('openedElsewhere')}
    </p>
  )
}

/** The e-mail to prefill: the address of a new sign-up, or of a session that a sign-in elsewhere ended. */
function knownEmail(state: unknown): string {
  const hasEmail = typeof state === 'object' && state !== null && 'email' in state
  return hasEmail && typeof state.email === 'string' ? state.email : (readStoredValue('endedElsewhere') ?? '')
}
