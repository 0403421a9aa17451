import { useMemo } from 'react'
import { readableTimeZoneId } from '../lib/zone-words'
import { AutocompleteField } from './autocomplete-field'

interface TimeZoneFieldProps {
  readonly label: string
  readonly help?: string
  readonly error?: string | undefined
  readonly none: string
  readonly value: string
  readonly disabled?: boolean
  readonly onChange: (timeZone: string) => void
}

export function TimeZoneField({ value, onChange, ...field }: TimeZoneFieldProps) {
  const zones = useMemo(
    () =>
      [...new Set([value, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort().map((zone) => ({ zone })),
    [value],
  )
  return (
    <AutocompleteField
      {...field}
      isRequired
      options={zones}
      value={zones.find(({ zone }) => zone === value) ?? null}
      keyOf={({ zone }) => zone}
      nameOf={({ zone }) => readableTimeZoneId(zone)}
      onChoose={(chosen) => chosen !== null && onChange(chosen.zone)}
    />
  )
}
