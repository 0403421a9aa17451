import MuiCheckbox from '@mui/material/Checkbox'

interface CheckboxProps {
  readonly id?: string
  readonly size?: 'medium' | 'small'
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export function Checkbox({ onChange, ...box }: CheckboxProps) {
  return <MuiCheckbox {...box} onChange={(event) => onChange(event.target.checked)} />
}
