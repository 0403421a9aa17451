import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

export interface SuggestionListState {
  readonly listId: string
  readonly activeId: string | undefined
  readonly isOpen: boolean
}

export interface TextInputProps
  extends Pick<InputHTMLAttributes<Control>, 'maxLength' | 'inputMode' | 'spellCheck'>,
    Pick<
      OutlinedInputProps,
      | 'id'
      | 'name'
      | 'type'
      | 'value'
      | 'placeholder'
      | 'disabled'
      | 'readOnly'
      | 'autoFocus'
      | 'autoComplete'
      | 'multiline'
      | 'minRows'
      | 'maxRows'
      | 'onChange'
      | 'onBlur'
      | 'onFocus'
      | 'onKeyDown'
      | 'onSelect'
    > {
  readonly ref?: Ref<Control> | undefined
  readonly className?: string | undefined
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string | undefined
  readonly isWrong?: boolean
  readonly icon?: ReactNode
  readonly end?: ReactNode
  readonly suggestions?: SuggestionListState
}

export function TextInput({ ref, className = '', isWrong = false, icon, end, ...rest }: TextInputProps) {
  const { maxLength, inputMode, spellCheck, suggestions, 'aria-describedby': noteId, ...frame } = rest
  return (
    <OutlinedInput
      fullWidth
      {...frame}
      className={className}
      error={isWrong}
      startAdornment={icon}
      endAdornment={end}
      inputRef={ref}
      inputProps={{
        maxLength,
        inputMode,
        spellCheck,
        'aria-describedby': noteId,
        ...(suggestions !== undefined && suggestionAriaAttributes(suggestions)),
      }}
    />
  )
}

export function suggestionAriaAttributes({ isOpen, listId, activeId }: SuggestionListState) {
  return {
    'aria-autocomplete': 'list' as const,
    ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': activeId }),
  }
}
