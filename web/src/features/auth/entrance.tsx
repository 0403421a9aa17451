import { Languages, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '../../ui/language-menu'
import { Logo } from '../../ui/logo'
import { chooseTheme, useThemeMode } from '../../ui/theme-mode'
import { WelcomePicture } from '../../ui/welcome-picture'
import styles from './login-page.module.css'

export function SignedOutPageFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('auth')
  return (
    <main className={styles.page}>
      <section className={styles.side}>
        <Logo height={32} />
        {children}
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
