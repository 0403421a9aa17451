import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import type { SignInCredentials } from './api/auth'
import styles from './login-page.module.css'
import { signInRefusalText } from './login-refusal'
import { useSignInWithDueWarning } from './use-enter'

export function TwoStepCodeForm({
  credentials,
  onBack,
}: {
  credentials: SignInCredentials
  onBack: () => void
}) {
  const { t } = useTranslation('auth')
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const { enter, error } = useSignInWithDueWarning()
  const { register, handleSubmit, reset, setFocus, formState } = useForm({ defaultValues: { code: '' } })
  const { submit, isWaiting } = useDelayedSubmit(async ({ code }: { code: string }) => {
    try {
      await enter({ ...credentials, code })
    } catch (refusal) {
      showToast('error', signInRefusalText(refusal))
      setFocus('code', { shouldSelect: true })
    }
  })

  function change(): void {
    setKind(kind === 'app' ? 'recovery' : 'app')
    reset()
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
      <header>
        <h1>{t('twoStep.title')}</h1>
        <p>{t(`twoStep.${kind}.meaning`)}</p>
      </header>
      <TextField
        key={kind}
        label={t(`twoStep.${kind}.code`)}
        autoFocus
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        maxLength={40}
        spellCheck={false}
        icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
        error={formState.errors.code?.message ?? (error === null ? undefined : signInRefusalText(error))}
        {...register('code', { required: t('common:required') })}
      />
      <Button type="submit" kind="primary" className={styles.submit} disabled={isWaiting}>
        {t('signIn')}
      </Button>
      <div className={styles.ways}>
        <Button size="small" onClick={change}>
          {t(`twoStep.${kind}.other`)}
        </Button>
        <Button size="small" onClick={onBack}>
          {t('twoStep.back')}
        </Button>
      </div>
      {kind === 'recovery' && <p className={styles.other}>{t('twoStep.lostBoth')}</p>}
    </form>
  )
}
