import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useMemo } from 'react'
import { zoneId } from '../lib/zone-words'
import { Field } from './field'

interface TimeZoneFieldProps {
  readonly label: string
  readonly help?: string
  readonly error?: string | undefined
  /** Shown when no zone matches the typed text. */
  readonly none: string
  readonly value: string
  readonly disabled?: boolean
  readonly onChange: (timeZone: string) => void
}

/** Chooses one of the world's time zones by typing. */
export function TimeZoneField({
  label,
  help,
  error,
  none,
  value,
  disabled = false,
  onChange,
}: TimeZoneFieldProps) {
  const zones = useMemo(
    () => [...new Set([value, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort(),
    [value],
  )
  return (
    <Field label={label} help={help} error={error}>
      {(naming) => (
        <Autocomplete<string, false, true>
          id={naming.id}
          disableClearable
          disabled={disabled}
          value={value}
          options={zones}
          getOptionLabel={zoneId}
          noOptionsText={none}
          onChange={(_, chosen) => onChange(chosen)}
          renderInput={({ slotProps, id, disabled: isOff, fullWidth }) => (
            <OutlinedInput
              {...slotProps.input}
              id={id}
              disabled={isOff}
              fullWidth={fullWidth}
              error={naming['aria-invalid']}
              inputProps={{ ...slotProps.htmlInput, 'aria-describedby': naming['aria-describedby'] }}
            />
          )}
        />
      )}
    </Field>
  )
}
