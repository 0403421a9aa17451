import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readVolume } from '../../lib/volume'
import { IconButton } from '../../ui/icon-button'
import { later } from '../../ui/later'
import { Popover } from '../../ui/overlays'

const VolumeSlider = later(() => import('./volume-slider').then((it) => it.VolumeSlider))

/** Volume of notifications: 0 to 1 in steps of 0.1 (SHELL-39). */
export function VolumeControl() {
  const { t } = useTranslation('shell')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [volume, setVolume] = useState(readVolume)
  const Icon = volume === 0 ? VolumeX : Volume2

  return (
    <>
      <IconButton label={t('volume')} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <VolumeSlider volume={volume} onChange={setVolume} />
      </Popover>
    </>
  )
}
