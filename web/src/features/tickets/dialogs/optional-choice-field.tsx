import type { Ref } from 'react'
import { SelectField } from '../../../ui/choice-field'

interface OptionalChoiceFieldProps<Id extends number> {
  readonly ref?: Ref<{ focus(): void }>
  readonly label: string
  readonly none: string
  readonly value: Id | null
  readonly choices: readonly { readonly id: Id; readonly name: string }[]
  readonly error?: string | undefined
  readonly onChange: (id: Id | null) => void
}

export function OptionalSelectField<Id extends number>(props: OptionalChoiceFieldProps<Id>) {
  const { none, value, choices, onChange, ...field } = props
  return (
    <SelectField<Id | ''>
      {...field}
      choices={[{ value: '', name: none }, ...choices.map(({ id, name }) => ({ value: id, name }))]}
      value={choices.find(({ id }) => id === value)?.id ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  )
}
