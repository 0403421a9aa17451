import Slider from '@mui/material/Slider'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { inTenths, storeVolume } from '../../lib/volume'
import styles from './top-bar.module.css'

interface VolumeSliderProps {
  readonly volume: number
  readonly onChange: (volume: number) => void
}

/** Stores the choice at once. */
export function VolumeSlider({ volume, onChange }: VolumeSliderProps) {
  const { t } = useTranslation('shell')
  const labelId = useId()

  function change(_: Event, next: number | number[]) {
    if (Array.isArray(next)) return // one thumb only
    const chosen = inTenths(next)
    onChange(chosen)
    storeVolume(chosen)
  }

  return (
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
  )
}
