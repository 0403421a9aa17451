import type { TagId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../lib/shortcuts'
import { useDebounced } from '../../../lib/timers'
import { MultiAutocompleteField } from '../../../ui/autocomplete-field'
import { SearchBox } from '../../../ui/search-box'
import { useTagChoices, useUserChoices } from '../api/choices'
import type { TicketListViewProps } from '../list-view'
import styles from './list-pane.module.css'
import { focusFirstTicketRow } from './use-row-keys'

interface SearchFieldsProps extends TicketListViewProps {
  /** Shows the field by which admins search the tickets of chosen people (TICKET-06). */
  readonly withUsers: boolean
}

export function TicketSearchFields({ view, onChange, withUsers }: SearchFieldsProps) {
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
      <SearchBox
        ref={field}
        label={t('searchPlaceholder')}
        isWide
        autoFocus
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          focusFirstTicketRow(event.currentTarget)
        }}
      />
      <MultiAutocompleteField
        none={t('noChoices')}
        label={t('tags')}
        options={tags}
        chosen={view.tags}
        onChange={(next: TagId[]) => onChange({ tags: next })}
      />
      {withUsers && (
        <MultiAutocompleteField
          none={t('noChoices')}
          label={t('users')}
          options={users}
          chosen={view.users}
          onChange={(next: UserId[]) => onChange({ users: next })}
        />
      )}
    </form>
  )
}

/** The debounced text of the field. A change of the URL (by Back, or a cleared search) replaces the text. */
function useSearchText(value: string, onText: (text: string) => void) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== text.trim()) setText(value)
  }
  const rested = useDebounced(text.trim(), limits.searchDebounce)
  const publish = useEffectEvent(onText)
  const isNew = rested === text.trim() && rested !== value
  useEffect(() => {
    if (isNew) publish(rested)
  }, [isNew, rested])
  return [text, setText] as const
}
