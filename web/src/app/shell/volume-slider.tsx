import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { roundToTenths, storeNotificationVolume } from '../../lib/volume'
import { Slider } from '../../ui/slider'
import styles from './top-bar.module.css'

export function VolumeSlider({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const { t } = useTranslation('shell')
  const labelId = useId()

  function change(next: number) {
    const chosen = roundToTenths(next)
    onChange(chosen)
    storeNotificationVolume(chosen)
  }

  return (
    <div className={styles.volume}>
      <span id={labelId}>{t('volume')}</span>
      <Slider labelId={labelId} max={1} step={0.1} value={volume} onChange={change} />
    </div>
  )
}
