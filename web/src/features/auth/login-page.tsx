import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import { Eye, EyeOff, Languages, Lock, Mail, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/page-title'
import { IconButton } from '../../ui/icon-button'
import { LanguageMenu } from '../../ui/language-menu'
import { Logo } from '../../ui/logo'
import { TextField } from '../../ui/text-field'
import { chooseTheme, useThemeMode } from '../../ui/theme-mode'
import { showToast } from '../../ui/toasts'
import { useSubmit } from '../../ui/use-submit'
import { WelcomePicture } from '../../ui/welcome-picture'
import { useSignIn } from './api/sign-in'
import { dueSoon } from './due-soon'
import styles from './login-page.module.css'
import { refusalOf } from './login-refusal'

interface Values {
  readonly email: string
  readonly password: string
}

export function LoginPage() {
  const { t } = useTranslation('auth')
  usePageTitle(t('signIn'))
  return (
    <main className={styles.page}>
      <section className={styles.side}>
        <Logo height={32} />
        <LoginForm />
        <footer className={styles.foot}>
          <LanguageChoice />
          <ThemeChoice />
        </footer>
      </section>
      <aside className={styles.picture}>
        <div>
          <WelcomePicture width={440} />
          <p className={styles.promise}>{t('promise')}</p>
          <p className={styles.meaning}>{t('meaning')}</p>
        </div>
      </aside>
    </main>
  )
}

function LoginForm() {
  const { t } = useTranslation('auth')
  const signIn = useSignIn()
  const { register, handleSubmit, setFocus, formState } = useForm<Values>({
    defaultValues: { email: '', password: '' },
  })
  const { submit, isWaiting } = useSubmit(async (values: Values) => {
    try {
      const { user } = await signIn.mutateAsync(values)
      const warning = dueSoon(user.company, Date.now(), t)
      if (warning !== null) showToast('warning', warning)
    } catch (error) {
      showToast('error', refusalOf(error))
      setFocus('password')
    }
  })
  const refusal = signIn.error === null ? undefined : refusalOf(signIn.error)
  const required = t('common:required')

  return (
    <form className={styles.form} onSubmit={handleSubmit(submit)} noValidate>
      <header>
        <h1>{t('signIn')}</h1>
        <p>{t('subtitle')}</p>
      </header>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        autoFocus
        icon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
        error={formState.errors.email?.message}
        {...register('email', { required })}
      />
      <PasswordField
        label={t('password')}
        error={formState.errors.password?.message ?? refusal}
        {...register('password', { required })}
      />
      <Button type="submit" variant="contained" className={styles.submit} disabled={isWaiting}>
        {t('signIn')}
      </Button>
    </form>
  )
}

type PasswordFieldProps = Omit<Parameters<typeof TextField>[0], 'type' | 'icon' | 'endAdornment'>

function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('auth')
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      icon={<Lock size={16} strokeWidth={1.75} aria-hidden />}
      endAdornment={
        <InputAdornment position="end" sx={{ marginRight: -1 }}>
          <IconButton label={t(isShown ? 'hidePassword' : 'showPassword')} onClick={() => setShown(!isShown)}>
            <Icon size={18} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </InputAdornment>
      }
    />
  )
}

function LanguageChoice() {
  const { t } = useTranslation()
  return (
    <LanguageMenu
      button={(open, language) => (
        <button
          type="button"
          className={styles.choice}
          aria-haspopup="menu"
          aria-label={`${t('language')}: ${language}`}
          onClick={(event) => open(event.currentTarget)}
        >
          <Languages size={16} strokeWidth={1.75} aria-hidden /> {language}
        </button>
      )}
    />
  )
}

function ThemeChoice() {
  const { t } = useTranslation()
  const mode = useThemeMode()
  const Icon = mode === 'dark' ? Sun : Moon
  return (
    <button
      type="button"
      className={styles.choice}
      onClick={() => chooseTheme(mode === 'dark' ? 'light' : 'dark')}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden /> {t(mode === 'dark' ? 'lightTheme' : 'darkTheme')}
    </button>
  )
}
