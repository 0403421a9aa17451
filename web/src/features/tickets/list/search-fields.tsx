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
  /** Admins may look for the tickets of chosen people (TICKET-06). */
  readonly withUsers: boolean
}

/** Words, tags and people to look for. Words count once they rested for 500 ms (GEN-10). */
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

/** The field's own text, told on when it rests; what comes from the address (going back, clearing) replaces it. */
function useSearchText(told: string, tell: (text: string) => void) {
  const [text, setText] = useState(told)
  const [lastTold, setLastTold] = useState(told)
  if (told !== lastTold) {
    setLastTold(told)
    if (told !== text.trim()) setText(told)
  }
  const rested = useRested(text.trim(), limits.searchDebounce)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  const mayTell = rested === text.trim() && rested !== told
  useEffect(() => {
    if (mayTell) latest.current(rested)
  }, [mayTell, rested])
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
