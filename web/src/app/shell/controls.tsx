import { Moon, RefreshCw, Rows2, Rows4, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseDensity, useDensity } from '../../ui/density'
import { IconButton } from '../../ui/icon-button'
import { LanguageMenu } from '../../ui/language-menu'
import { chooseTheme, useThemeMode } from '../../ui/theme-mode'
import { VolumeControl } from './volume-control'

/** Reload, volume, language, density, theme: in the top bar, on phones at the foot of the drawer. */
export function Controls() {
  const { t } = useTranslation('shell')
  return (
    <>
      <IconButton label={t('common:reload')} onClick={() => window.location.reload()}>
        <RefreshCw size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <VolumeControl />
      <LanguageMenu />
      <DensityToggle />
      <ThemeToggle />
    </>
  )
}

function ThemeToggle() {
  const { t } = useTranslation()
  const mode = useThemeMode()
  const Icon = mode === 'dark' ? Sun : Moon
  return (
    <IconButton
      label={t(mode === 'dark' ? 'useLightTheme' : 'useDarkTheme')}
      onClick={() => chooseTheme(mode === 'dark' ? 'light' : 'dark')}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}

function DensityToggle() {
  const { t } = useTranslation()
  const isCompact = useDensity() === 'compact'
  const Icon = isCompact ? Rows2 : Rows4
  return (
    <IconButton
      label={t(isCompact ? 'useComfortableLists' : 'useCompactLists')}
      onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
