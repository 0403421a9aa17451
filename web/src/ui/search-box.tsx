import OutlinedInput from '@mui/material/OutlinedInput'
import { Search } from 'lucide-react'
import styles from './search-box.module.css'

interface SearchBoxProps {
  /** The label, which is also the placeholder. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The search field of a list. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <OutlinedInput
      type="search"
      className={styles.search ?? ''}
      value={value}
      placeholder={label}
      inputProps={{ 'aria-label': label }}
      startAdornment={<Search size={16} strokeWidth={1.75} aria-hidden />}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
