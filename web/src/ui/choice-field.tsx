import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { Check } from 'lucide-react'
import type { Ref } from 'react'
import styles from './choice-field.module.css'
import { NameWithColourDot } from './dot-name'
import { type FieldAttributes, LabelledField } from './field'

export interface SelectOption<Value> {
  readonly value: Value
  readonly name: string
  readonly color?: string
}

interface ChoiceFieldProps<Value> {
  readonly label: string
  readonly choices: readonly SelectOption<Value>[]
  readonly help?: string
  readonly error?: string | undefined
  readonly disabled?: boolean
}

interface OneProps<Value> extends ChoiceFieldProps<Value> {
  readonly ref?: Ref<{ focus(): void }> | undefined
  readonly value: Value
  readonly onChange: (value: Value) => void
}

interface ManyProps<Value> extends ChoiceFieldProps<Value> {
  readonly value: readonly Value[]
  readonly onChange: (value: Value[]) => void
  /** The text of the field while nothing is chosen. */
  readonly none: string
}

export function SelectField<Value extends string | number>({ help, error, ...input }: OneProps<Value>) {
  return (
    <LabelledField label={input.label} help={help} error={error}>
      {(naming) => <SelectInput {...input} naming={naming} />}
    </LabelledField>
  )
}

interface ChoiceInputProps<Value> extends Omit<OneProps<Value>, 'help' | 'error'> {
  readonly naming?: FieldAttributes
  readonly className?: string | undefined
}

export function SelectInput<Value extends string | number>(props: ChoiceInputProps<Value>) {
  const { ref, label, naming, className = '', choices, value, disabled = false, onChange } = props
  return (
    <Select
      fullWidth={naming !== undefined}
      className={className}
      inputRef={ref}
      value={value}
      disabled={disabled}
      error={naming?.['aria-invalid'] === true}
      SelectDisplayProps={displayProps(label, naming)}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.target.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          <ChoiceName choice={choice} />
        </MenuItem>
      ))}
    </Select>
  )
}

export function MultiSelectField<Value extends string | number>(props: ManyProps<Value>) {
  const { label, choices, value, onChange, none, help, error, disabled = false } = props
  const chosenOf = (values: readonly (string | number)[]) =>
    choices.filter((choice) => values.includes(choice.value))
  return (
    <LabelledField label={label} help={help} error={error}>
      {(naming) => (
        <Select
          fullWidth
          multiple
          value={[...value]}
          disabled={disabled}
          error={naming['aria-invalid']}
          SelectDisplayProps={displayProps(label, naming)}
          renderValue={(values) => (
            <span className={styles.chosen}>
              {values.length === 0 ? (
                <span className={styles.none}>{none}</span>
              ) : (
                chosenOf(values).map((choice, index, all) => (
                  <span key={choice.value}>
                    <ChoiceName choice={choice} />
                    {choice.color === undefined && index < all.length - 1 && ','}
                  </span>
                ))
              )}
            </span>
          )}
          onChange={({ target }) =>
            onChange(
              chosenOf(typeof target.value === 'string' ? [] : target.value).map((choice) => choice.value),
            )
          }
        >
          {choices.map((choice) => (
            <MenuItem key={choice.value} value={choice.value}>
              <ChoiceName choice={choice} />
              {value.includes(choice.value) && <Check size={16} className={styles.check} aria-hidden />}
            </MenuItem>
          ))}
        </Select>
      )}
    </LabelledField>
  )
}

function displayProps(label: string, naming: FieldAttributes | undefined) {
  return { id: naming?.id, 'aria-label': label, 'aria-describedby': naming?.['aria-describedby'] }
}

function ChoiceName<Value>({ choice: { name, color } }: { choice: SelectOption<Value> }) {
  return color === undefined ? name : <NameWithColourDot name={name} color={color} />
}
