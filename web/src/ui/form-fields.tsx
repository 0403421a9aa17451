import type { ComponentProps } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
} from 'react-hook-form'
import { SelectField, type SelectOption } from './choice-field'
import { DateField } from './date-field'
import { NumberField } from './number-field'
import { SwitchField } from './switch-field'

/**
 * The field's own props without value, error and handlers, which `name` and `control` of react-hook-form
 * provide.
 */
type FormFieldProps<Props, Values extends FieldValues, Name extends FieldPath<Values>, Output> = Omit<
  Props,
  'ref' | 'value' | 'error' | 'onChange' | 'onBlur'
> & { readonly control: Control<Values, unknown, Output>; readonly name: Name }

export function FormNumberField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  ...props
}: FormFieldProps<ComponentProps<typeof NumberField>, Values, Name, Output>) {
  const { field, fieldState } = useController({ control, name })
  const { ref, onChange, onBlur } = field
  const error = fieldState.error?.message
  return <NumberField {...props} {...{ ref, error, onChange, onBlur }} value={String(field.value ?? '')} />
}

export function FormDateField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  ...props
}: FormFieldProps<ComponentProps<typeof DateField>, Values, Name, Output>) {
  const { field, fieldState } = useController({ control, name })
  const { ref, onChange, onBlur } = field
  const error = fieldState.error?.message
  return <DateField {...props} {...{ ref, error, onChange, onBlur }} value={String(field.value ?? '')} />
}

export function FormSwitchField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  ...props
}: FormFieldProps<ComponentProps<typeof SwitchField>, Values, Name, Output>) {
  const { field } = useController({ control, name })
  return <SwitchField {...props} value={field.value === true} onChange={field.onChange} />
}

interface FormSelectFieldProps<Value, Values extends FieldValues, Name, Output> {
  readonly control: Control<Values, unknown, Output>
  readonly name: Name
  readonly label: string
  readonly help?: string
  readonly choices: readonly SelectOption<Value>[]
}

type ChoiceOf<Values extends FieldValues, Name extends FieldPath<Values>> = FieldPathValue<Values, Name> &
  (string | number)

export function FormSelectField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  ...props
}: FormSelectFieldProps<ChoiceOf<Values, Name>, Values, Name, Output>) {
  const { field, fieldState } = useController({ control, name })
  const { ref, onChange } = field
  // The cast is safe: the props type allows only choices of the field's own type.
  const value = field.value as ChoiceOf<Values, Name>
  return <SelectField {...props} {...{ ref, value, onChange }} error={fieldState.error?.message} />
}
