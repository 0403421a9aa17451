import Popover from '@mui/material/Popover'
import Slider from '@mui/material/Slider'
import { Volume2, VolumeX } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readVolume, storeVolume } from '../../lib/volume'
import { IconButton } from '../../ui/icon-button'
import styles from './top-bar.module.css'

/** Loudness of notifications: 0 to 1 in steps of 0.1 (SHELL-39). */
export function VolumeControl() {
  const { t } = useTranslation('shell')
  const labelId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [volume, setVolume] = useState(readVolume)
  const Icon = volume === 0 ? VolumeX : Volume2

  function change(_: Event, next: number | number[]) {
    if (Array.isArray(next)) return // one thumb only
    setVolume(next)
    storeVolume(next)
  }

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
        <div className={styles.volume}>
          <span id={labelId}>{t('volume')}</span>
          <Slider
            aria-labelledby={labelId}
            min={0}
            max={1}
            step={0.1}
            value={volume}
            onChange={change}
            size="small"
          />
        </div>
      </Popover>
    </>
  )
}
