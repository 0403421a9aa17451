import { Moon, RefreshCw, Rows2, Rows4, Sun, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readNotificationVolume } from '../../lib/volume'
import { chooseDensity, useDensity } from '../../ui/density'
import { IconButton } from '../../ui/icon-button'
import { LanguageMenu } from '../../ui/language-menu'
import { lazyComponent } from '../../ui/later'
import { Popover } from '../../ui/overlays'
import { chooseTheme, useThemeMode } from '../../ui/theme-mode'

const VolumeSlider = lazyComponent(() => import('./volume-slider').then((it) => it.VolumeSlider))

/** The volume of notifications, 0 to 1 in steps of 0.1 (SHELL-39). */
function VolumeControl() {
  const { t } = useTranslation('shell')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [volume, setVolume] = useState(readNotificationVolume)
  const Icon = volume === 0 ? VolumeX : Volume2

  return (
    <>
      <IconButton icon={Icon} label={t('volume')} onClick={(event) => setAnchor(event.currentTarget)} />
      <Popover anchor={anchor} onClose={() => setAnchor(null)}>
        <VolumeSlider volume={volume} onChange={setVolume} />
      </Popover>
    </>
  )
}

export function ShellControls() {
  const { t } = useTranslation('shell')
  return (
    <>
      <IconButton icon={RefreshCw} label={t('common:reload')} onClick={() => window.location.reload()} />
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
      icon={Icon}
      label={t(mode === 'dark' ? 'useLightTheme' : 'useDarkTheme')}
      onClick={() => chooseTheme(mode === 'dark' ? 'light' : 'dark')}
    />
  )
}

function DensityToggle() {
  const { t } = useTranslation()
  const isCompact = useDensity() === 'compact'
  const Icon = isCompact ? Rows2 : Rows4
  return (
    <IconButton
      icon={Icon}
      label={t(isCompact ? 'useComfortableLists' : 'useCompactLists')}
      onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
    />
  )
}
