import { newPasswordForm } from '@balcao/contract/password-links'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { isRefusal } from '../../lib/api-error'
import { usePageTitle } from '../../lib/page-title'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/password-field'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { usePasswordLinkDetails, useSetPasswordByLink } from './api/password-links'
import { SignedOutPageFrame } from './entrance'
import styles from './login-page.module.css'
import { signInRefusalText } from './login-refusal'

/** Reads the token of a mailed link from the URL's fragment, which browsers send to no server. */
export function NewPasswordPage() {
  const { t } = useTranslation('auth')
  usePageTitle(t('newPassword.title'))
  const token = useLocation().hash.slice(1)
  const { data: account, error, isPending, refetch } = usePasswordLinkDetails(token)
  return (
    <SignedOutPageFrame>
      {isPending ? (
        <SkeletonRows rows={4} />
      ) : account !== undefined ? (
        <NewPasswordForm token={token} account={account} />
      ) : isRefusal(error, 'ERR_PASSWORD_LINK') ? (
        <InvalidLink />
      ) : (
        <ErrorState title={t('newPassword.failed')} error={error} onRetry={() => void refetch()} />
      )}
    </SignedOutPageFrame>
  )
}

interface NewPasswordFormProps {
  readonly token: string
  readonly account: { readonly name: string; readonly email: string; readonly isInvitation: boolean }
}

function NewPasswordForm({ token, account: { name, email, isInvitation } }: NewPasswordFormProps) {
  const { t } = useTranslation('auth')
  const goTo = useNavigate()
  const set = useSetPasswordByLink(token)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async ({ password }: { password: string }) => {
    await set.mutateAsync(password)
    showToast('success', t('newPassword.done'))
    await goTo('/login', { replace: true, state: { email } })
  })
  if (isRefusal(set.error, 'ERR_PASSWORD_LINK')) return <InvalidLink />
  return (
    <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
      <header>
        <h1>{t(isInvitation ? 'newPassword.welcome' : 'newPassword.title', { name })}</h1>
        <p>{t('newPassword.of', { email })}</p>
      </header>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('newPassword.password')}
        help={t('newPassword.help')}
        autoComplete="new-password"
        autoFocus
        error={
          formState.errors.password?.message ??
          (set.error === null ? undefined : signInRefusalText(set.error))
        }
        {...register('password')}
      />
      <Button type="submit" kind="primary" className={styles.submit} disabled={isWaiting}>
        {t('newPassword.set')}
      </Button>
    </form>
  )
}

function InvalidLink() {
  const { t } = useTranslation('auth')
  return (
    <div className={styles.form}>
      <header>
        <h1>{t('newPassword.invalidTitle')}</h1>
        <p role="alert">{t('newPassword.invalid')}</p>
      </header>
      <p className={styles.other}>
        <Link to="/forgotten-password">{t('newPassword.askAgain')}</Link>
      </p>
      <p className={styles.other}>
        <Link to="/login">{t('forgotten.back')}</Link>
      </p>
    </div>
  )
}
