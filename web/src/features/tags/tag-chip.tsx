import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textColourOn } from '../../ui/colour-palette'
import styles from './tags.module.css'

export function TagChip({ name, color, onRemove }: { name: string; color: string; onRemove?: () => void }) {
  const { t } = useTranslation('tags')
  return (
    <span className={styles.chip} style={{ background: color, color: textColourOn(color) }}>
      <span className={styles.word} title={name}>
        {name}
      </span>
      {onRemove !== undefined && (
        <button type="button" className={styles.remove} aria-label={t('remove', { name })} onClick={onRemove}>
          <X size={14} strokeWidth={2.25} aria-hidden />
        </button>
      )}
    </span>
  )
}
