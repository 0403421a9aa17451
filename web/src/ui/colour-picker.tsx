import OutlinedInput from '@mui/material/OutlinedInput'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { presetColours, textColourOn } from './colour-palette'
import styles from './colour-picker.module.css'
import { LabelledField } from './field'

interface ColourPickerProps {
  readonly label: string
  readonly value: string
  readonly onChange: (colour: string) => void
  readonly error?: string | undefined
  readonly taken?: readonly string[]
}

export function ColourPicker({ label, value, onChange, error, taken = [] }: ColourPickerProps) {
  const { t } = useTranslation()
  const isTaken = (colour: string) => taken.some((other) => other.toUpperCase() === colour)
  return (
    <LabelledField label={label} error={error}>
      {(naming) => (
        <div className={styles.picker}>
          <div className={styles.typed}>
            <span
              className={styles.swatch}
              style={{ background: value === '' ? 'transparent' : value }}
              aria-hidden
            />
            <OutlinedInput
              id={naming.id}
              value={value}
              placeholder="#0473AE"
              error={naming['aria-invalid']}
              inputProps={{ 'aria-describedby': naming['aria-describedby'], maxLength: 9, spellCheck: false }}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
          <fieldset className={styles.palette} aria-label={t('palette')}>
            {presetColours.map((colour) => (
              <button
                key={colour}
                type="button"
                className={styles.colour}
                style={{ background: colour, color: textColourOn(colour) }}
                aria-label={isTaken(colour) ? t('colourTaken', { colour }) : colour}
                aria-pressed={value.toUpperCase() === colour}
                disabled={isTaken(colour)}
                onClick={() => onChange(colour)}
              >
                {value.toUpperCase() === colour && <Check size={16} strokeWidth={2.5} aria-hidden />}
              </button>
            ))}
          </fieldset>
        </div>
      )}
    </LabelledField>
  )
}
