import type { TagId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../lib/shortcuts'
import { useRested } from '../../../lib/timers'
import { useTagChoices, useUserChoices } from '../api/choices'
import type { ListView } from '../list-view'
import styles from './list-pane.module.css'
import { focusFirstRow } from './use-row-keys'

interface SearchFieldsProps {
  readonly view: ListView
  readonly onChange: (part: Partial<ListView>) => void
  /** Admins may search the tickets of chosen people (TICKET-06). */
  readonly withUsers: boolean
}

/** Searches by text, tags and people. Text is debounced by 500 ms (GEN-10). */
export function SearchFields({ view, onChange, withUsers }: SearchFieldsProps) {
  const { t } = useTranslation('tickets')
  const tags = useTagChoices()
  const users = useUserChoices(withUsers)
  const [text, setText] = useSearchText(view.text, (next) => onChange({ text: next }))
  const field = useRef<HTMLInputElement>(null)
  useShortcut('search', () => {
    field.current?.focus()
    field.current?.select()
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is too young for the browsers of the tests
    <form className={styles.search} role="search" onSubmit={(event) => event.preventDefault()}>
      <OutlinedInput
        type="search"
        inputRef={field}
        fullWidth
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          focusFirstRow(event.currentTarget)
        }}
        placeholder={t('searchPlaceholder')}
        startAdornment={<Search size={18} strokeWidth={1.75} aria-hidden />}
        inputProps={{ 'aria-label': t('searchPlaceholder') }}
      />
      <Choices
        label={t('tags')}
        options={tags}
        chosen={view.tags}
        onChange={(next: TagId[]) => onChange({ tags: next })}
      />
      {withUsers && (
        <Choices
          label={t('users')}
          options={users}
          chosen={view.users}
          onChange={(next: UserId[]) => onChange({ users: next })}
        />
      )}
    </form>
  )
}

/** The field's own text; debounced changes call back. A change of the address (Back, clear) replaces it. */
function useSearchText(value: string, onText: (text: string) => void) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== text.trim()) setText(value)
  }
  const rested = useRested(text.trim(), limits.searchDebounce)
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  const isNew = rested === text.trim() && rested !== value
  useEffect(() => {
    if (isNew) latest.current(rested)
  }, [isNew, rested])
  return [text, setText] as const
}

interface ChoicesProps<Id extends number> {
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly name: string }[]
  readonly chosen: readonly Id[]
  readonly onChange: (ids: Id[]) => void
}

function Choices<Id extends number>({ label, options, chosen, onChange }: ChoicesProps<Id>) {
  const { t } = useTranslation('tickets')
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
      noOptionsText={t('noChoices')}
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
