import type { AnswerOf } from '@balcao/contract/endpoint'
import { forgottenPasswordForm, type getForgottenPasswordOptions } from '@balcao/contract/password-links'
import { zodResolver } from '@hookform/resolvers/zod'
import { Mail } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { usePageTitle } from '../../lib/page-title'
import { useSignInHelp } from '../../lib/sign-in-help'
import { Button } from '../../ui/button'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TextField } from '../../ui/text-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useRequestPasswordLink } from './api/password-links'
import { SignedOutPageFrame } from './entrance'
import styles from './login-page.module.css'
import { signInRefusalText } from './login-refusal'

export function ForgottenPasswordPage() {
  const { t } = useTranslation('auth')
  usePageTitle(t('forgotten.title'))
  const { data: help, error, isPending, refetch } = useSignInHelp()
  return (
    <SignedOutPageFrame>
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : help === undefined ? (
        <ErrorState title={t('forgotten.failed')} error={error} onRetry={() => void refetch()} />
      ) : help.sendsMail ? (
        <AskLink contact={help.supportContact} />
      ) : (
        <div className={styles.form}>
          <header>
            <h1>{t('forgotten.title')}</h1>
            <p>{t('forgotten.noMail')}</p>
          </header>
          <WhoHelps contact={help.supportContact} />
          <BackToLogin />
        </div>
      )}
    </SignedOutPageFrame>
  )
}

type Contact = AnswerOf<typeof getForgottenPasswordOptions>['supportContact']

function AskLink({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation('auth')
  const { state } = useLocation()
  const ask = useRequestPasswordLink()
  const { register, handleSubmit, getValues, formState } = useForm<{ email: string }>({
    resolver: zodResolver(forgottenPasswordForm),
    defaultValues: { email: typeof state?.email === 'string' ? state.email : '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(({ email }: { email: string }) => ask.mutateAsync(email))
  if (ask.isSuccess)
    return (
      <div className={styles.form}>
        <header>
          <h1>{t('forgotten.askedTitle')}</h1>
          <p role="status">{t('forgotten.asked', { email: getValues('email') })}</p>
        </header>
        <WhoHelps contact={contact} />
        <BackToLogin />
      </div>
    )
  return (
    <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
      <header>
        <h1>{t('forgotten.title')}</h1>
        <p>{t('forgotten.meaning')}</p>
      </header>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        autoFocus
        icon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
        error={
          formState.errors.email?.message ?? (ask.error === null ? undefined : signInRefusalText(ask.error))
        }
        {...register('email')}
      />
      <Button type="submit" kind="primary" className={styles.submit} disabled={isWaiting}>
        {t('forgotten.ask')}
      </Button>
      <BackToLogin />
    </form>
  )
}

function WhoHelps({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation('auth')
  const support = [contact?.name, contact?.email, contact?.phone].filter(Boolean).join(' · ')
  return (
    <ul className={styles.helpers}>
      <li>{t('forgotten.byAdmin')}</li>
      <li>{support === '' ? t('forgotten.byPlatform') : t('forgotten.bySupport', { support })}</li>
      <li>
        <Trans t={t} i18nKey="forgotten.byOperator" components={{ code: <code /> }} />
      </li>
    </ul>
  )
}

function BackToLogin() {
  const { t } = useTranslation('auth')
  return (
    <p className={styles.other}>
      <Link to="/login">{t('forgotten.back')}</Link>
    </p>
  )
}
