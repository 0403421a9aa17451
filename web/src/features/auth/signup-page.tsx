import { type SignupForm, signupForm } from '@balcao/contract/signup'
import { zodResolver } from '@hookform/resolvers/zod'
import { Building2, Mail, Phone } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { usePlansOnOffer } from '../../lib/lists/plans'
import { usePageTitle } from '../../lib/page-title'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/password-field'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSignUp } from './api/auth'
import { SignedOutPageFrame } from './entrance'
import styles from './login-page.module.css'
import { signInRefusalText } from './login-refusal'
import { SignupPlanField } from './plan-choice'

export function SignupPage() {
  const { t } = useTranslation('auth')
  usePageTitle(t('signUp'))
  return (
    <SignedOutPageFrame>
      <SignupFields />
    </SignedOutPageFrame>
  )
}

const iconOf = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function SignupUnavailable() {
  const { t } = useTranslation('auth')
  return (
    <div className={styles.form}>
      <header>
        <h1>{t('signUp')}</h1>
        <p role="status">{t('noPlans')}</p>
      </header>
      <p className={styles.other}>
        {t('haveAccount')} <Link to="/login">{t('signIn')}</Link>
      </p>
    </div>
  )
}

function SignupFields() {
  const { t } = useTranslation('auth')
  const [query] = useSearchParams()
  const goTo = useNavigate()
  const signUp = useSignUp(query.get('companyId'))
  const { register, control, handleSubmit, formState } = useForm<
    z.input<typeof signupForm>,
    unknown,
    SignupForm
  >({
    resolver: zodResolver(signupForm),
    mode: 'onTouched',
    defaultValues: { name: '', email: '', phone: '', password: '', planId: '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (form: SignupForm) => {
    try {
      await signUp.mutateAsync(form)
      showToast('success', t('signedUp'))
      await goTo('/login', { state: { email: form.email } })
    } catch (error) {
      showToast('error', signInRefusalText(error))
    }
  })
  const { errors } = formState
  const { data: plans } = usePlansOnOffer()
  if (plans?.length === 0) return <SignupUnavailable />
  return (
    <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
      <header>
        <h1>{t('signUp')}</h1>
        <p>{t('signUpSubtitle')}</p>
      </header>
      <TextField
        label={t('companyName')}
        autoComplete="organization"
        autoFocus
        icon={<Building2 {...iconOf} />}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        help={t('emailHelp')}
        icon={<Mail {...iconOf} />}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label={t('phone')}
        type="tel"
        autoComplete="tel"
        icon={<Phone {...iconOf} />}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Controller
        control={control}
        name="planId"
        render={({ field }) => (
          <SignupPlanField
            value={Number(field.value)}
            error={errors.planId?.message}
            onChange={field.onChange}
          />
        )}
      />
      {signUp.error !== null && (
        <p className={styles.refusal} role="alert">
          {signInRefusalText(signUp.error)}
        </p>
      )}
      <Button type="submit" kind="primary" className={styles.submit} disabled={isWaiting}>
        {t('doSignUp')}
      </Button>
      <p className={styles.other}>
        {t('haveAccount')} <Link to="/login">{t('signIn')}</Link>
      </p>
    </form>
  )
}
