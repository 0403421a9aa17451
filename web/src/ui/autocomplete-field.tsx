import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { LabelledField } from './field'

interface AutocompleteFieldProps<Option extends object> {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly options: readonly Option[]
  /** The chosen option. If undefined, the field stores the choice itself (an uncontrolled field). */
  readonly value?: Option | null
  /** The typed text, if the caller searches the options itself. Without it the field filters the options. */
  readonly text?: string
  readonly isSearching?: boolean
  /** The text in place of an empty list of options. */
  readonly none: string
  readonly placeholder?: string
  readonly autoFocus?: boolean
  readonly openOnFocus?: boolean
  readonly disabled?: boolean
  readonly isRequired?: boolean
  readonly keyOf: (option: Option) => string | number
  readonly nameOf: (option: Option) => string
  readonly show?: (option: Option) => ReactNode
  /** `isReset` says that the field itself wrote the name of the chosen option. */
  readonly onText?: (text: string, isReset: boolean) => void
  readonly onChoose: (option: Option | null) => void
  readonly onFreeText?: (text: string) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** The maximum number of shown options, because thousands would take seconds to open; typing finds the others. */
const optionsAtOnce = 500

export function AutocompleteField<Option extends object>(props: AutocompleteFieldProps<Option>) {
  const { ref, label, help, error, options, value, text, isSearching = false, none, placeholder = '' } = props
  const { autoFocus = false, openOnFocus = false, disabled = false, isRequired = false } = props
  const { keyOf, nameOf, show = nameOf, onText, onChoose, onFreeText, onKeyDown } = props
  const { t } = useTranslation()
  // MUI passes a string instead of an option if the user typed a free text.
  const nameOrText = (option: Option | string) => (typeof option === 'string' ? option : nameOf(option))
  const keyOrText = (option: Option | string) => (typeof option === 'string' ? option : keyOf(option))
  return (
    <LabelledField label={label} help={help} error={error}>
      {(naming) => (
        <Autocomplete<Option, false, boolean, boolean>
          id={naming.id}
          options={options}
          {...(value !== undefined && { value })}
          {...(text === undefined
            ? { filterOptions: createFilterOptions<Option>({ limit: optionsAtOnce }) }
            : { inputValue: text, filterOptions: (all) => all })}
          freeSolo={onFreeText !== undefined}
          selectOnFocus
          handleHomeEndKeys
          disableClearable={isRequired}
          disabled={disabled}
          openOnFocus={openOnFocus}
          loading={isSearching}
          loadingText={t('loading')}
          noOptionsText={none}
          getOptionKey={keyOrText}
          getOptionLabel={nameOrText}
          isOptionEqualToValue={(one, other) => keyOrText(one) === keyOrText(other)}
          onInputChange={(_, next, reason) => onText?.(next, reason === 'reset')}
          onChange={(_, chosen) => (typeof chosen === 'string' ? onFreeText?.(chosen) : onChoose(chosen))}
          onKeyDown={onKeyDown}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item}>
              {show(option)}
            </li>
          )}
          renderInput={({ slotProps, id, disabled: isOff, fullWidth }) => (
            <OutlinedInput
              {...slotProps.input}
              id={id}
              disabled={isOff}
              fullWidth={fullWidth}
              inputRef={ref}
              autoFocus={autoFocus}
              error={naming['aria-invalid']}
              placeholder={placeholder}
              inputProps={{ ...slotProps.htmlInput, 'aria-describedby': naming['aria-describedby'] }}
            />
          )}
        />
      )}
    </LabelledField>
  )
}

interface AutocompletesProps<Id extends number> {
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly name: string }[]
  readonly chosen: readonly Id[]
  readonly none: string
  readonly onChange: (ids: Id[]) => void
}

export function MultiAutocompleteField<Id extends number>(props: AutocompletesProps<Id>) {
  const { label, options, chosen, none, onChange } = props
  return (
    <Autocomplete
      multiple
      limitTags={2}
      options={options}
      value={options.filter(({ id }) => chosen.includes(id))}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_, next) => onChange(next.map(({ id }) => id))}
      noOptionsText={none}
      renderInput={({ slotProps, id, disabled, fullWidth }) => (
        <OutlinedInput
          {...slotProps.input}
          id={id}
          disabled={disabled}
          fullWidth={fullWidth}
          placeholder={chosen.length === 0 ? label : ''}
          inputProps={{ ...slotProps.htmlInput, 'aria-label': label }}
        />
      )}
    />
  )
}
