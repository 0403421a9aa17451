import Switch from '@mui/material/Switch'
import { useId } from 'react'
import styles from './switch-field.module.css'

interface SwitchFieldProps {
  readonly label: string
  readonly help?: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly disabled?: boolean
}

export function SwitchField({ label, help, value, onChange, disabled = false }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <Switch
        checked={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        slotProps={{ input: { id, 'aria-describedby': `${id}-help` } }}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && <p id={`${id}-help`}>{help}</p>}
      </div>
    </div>
  )
}
