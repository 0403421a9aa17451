import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import type { Ref } from 'react'
import { Field } from '../../../ui/field'

interface ChoiceFieldProps<Id extends number> {
  readonly ref?: Ref<{ focus(): void }>
  readonly label: string
  /** The label of the empty choice; choosing it clears the field. */
  readonly none: string
  readonly value: Id | null
  readonly choices: readonly { readonly id: Id; readonly name: string }[]
  readonly error?: string | undefined
  readonly onChange: (id: Id | null) => void
}

/** A select of one named thing, or none. */
export function ChoiceField<Id extends number>({
  ref,
  label,
  none,
  value,
  choices,
  error,
  onChange,
}: ChoiceFieldProps<Id>) {
  return (
    <Field label={label} error={error}>
      {(naming) => (
        <Select
          fullWidth
          inputRef={ref}
          value={choices.some(({ id }) => id === value) ? String(value) : ''}
          error={naming['aria-invalid']}
          onChange={(event) =>
            onChange(choices.find(({ id }) => String(id) === event.target.value)?.id ?? null)
          }
          SelectDisplayProps={{
            id: naming.id,
            'aria-describedby': naming['aria-describedby'],
            'aria-label': label,
          }}
        >
          <MenuItem value="">{none}</MenuItem>
          {choices.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  )
}
