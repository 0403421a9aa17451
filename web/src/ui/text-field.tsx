import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import type { ReactNode } from 'react'
import { Field } from './field'

interface TextFieldProps extends Omit<OutlinedInputProps, 'label' | 'error'> {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly icon?: ReactNode
}

/** A text input with its label above; accepts the result of react-hook-form's `register`. */
export function TextField({ label, help, error, icon, ref, inputProps, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(naming) => (
        <OutlinedInput
          fullWidth
          error={naming['aria-invalid']}
          startAdornment={icon}
          {...rest}
          id={naming.id}
          inputRef={ref}
          inputProps={{ ...inputProps, 'aria-describedby': naming['aria-describedby'] }}
        />
      )}
    </Field>
  )
}
