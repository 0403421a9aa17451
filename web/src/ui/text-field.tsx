import { LabelledField } from './field'
import { TextInput, type TextInputProps } from './text-input'

export interface TextFieldProps extends Omit<TextInputProps, 'id' | 'className' | 'isWrong'> {
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
}

/** A text input with its label above. It accepts the result of `register` of react-hook-form. */
export function TextField({ label, help, error, ...input }: TextFieldProps) {
  return (
    <LabelledField label={label} help={help} error={error}>
      {({ 'aria-invalid': isWrong, ...naming }) => <TextInput {...input} {...naming} isWrong={isWrong} />}
    </LabelledField>
  )
}
