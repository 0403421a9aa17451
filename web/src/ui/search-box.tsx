import OutlinedInput from '@mui/material/OutlinedInput'
import { Search } from 'lucide-react'
import styles from './search-box.module.css'

interface SearchBoxProps {
  /** Its name, and what stands in it while it is empty. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The words by which a list is searched. */
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
