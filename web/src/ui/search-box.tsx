import { Search } from 'lucide-react'
import styles from './search-box.module.css'
import { TextInput, type TextInputProps } from './text-input'

interface SearchBoxProps extends Pick<TextInputProps, 'ref' | 'autoFocus' | 'maxLength' | 'onKeyDown'> {
  readonly label: string
  readonly value: string
  readonly isWide?: boolean
  readonly className?: string | undefined
  readonly onChange: (value: string) => void
}

export function SearchBox(props: SearchBoxProps) {
  const { label, isWide = false, className = isWide ? '' : styles.search, onChange, ...input } = props
  return (
    <TextInput
      {...input}
      type="search"
      className={className}
      placeholder={label}
      aria-label={label}
      icon={<Search size={16} strokeWidth={1.75} aria-hidden />}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
