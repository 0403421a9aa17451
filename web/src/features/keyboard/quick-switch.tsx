import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText } from '../../lib/error-text'
import { withoutAccents } from '../../lib/without-accents'
import { AppDialog } from '../../ui/dialog'
import { useFoundPlaces } from './api/find-places'
import styles from './keyboard.module.css'

export interface Screen {
  readonly to: string
  readonly label: string
}

interface QuickSwitchProps {
  readonly screens: readonly Screen[]
  readonly onClose: () => void
}

/** One field to any screen, ticket or contact (Ctrl+K): written, chosen with the arrows, gone to with Enter. */
export function QuickSwitch({ screens, onClose }: QuickSwitchProps) {
  const { t } = useTranslation('keyboard')
  const navigate = useNavigate()
  const listId = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const places = usePlaces(screens, words)
  const active = places.choices[Math.min(at, places.choices.length - 1)]

  function go(to: string): void {
    onClose()
    void navigate(to)
  }
  function actOnKey(event: KeyboardEvent): void {
    const count = places.choices.length
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setAt((Math.min(at, count - 1) + step + count) % count)
    }
    if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault()
      go(active.to)
    }
  }

  return (
    <AppDialog title={t('switchTitle')} open onClose={onClose} width={560}>
      <input
        className={styles.search}
        // biome-ignore lint/a11y/noAutofocus: the dialog is this field
        autoFocus
        role="combobox"
        aria-expanded={places.choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && `${listId}-${active.to}`}
        aria-label={t('switchTitle')}
        placeholder={t('switchHelp')}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={actOnKey}
      />
      <div id={listId} role="listbox" aria-label={t('places')} className={styles.places}>
        {places.choices.map((place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={place.to}
            id={`${listId}-${place.to}`}
            role="option"
            aria-selected={place === active}
            className={styles.place}
            onClick={() => go(place.to)}
          >
            <span>{place.name}</span>
            <small>{place.kind}</small>
          </div>
        ))}
      </div>
      <p className={styles.note} role="status">
        {places.error !== null
          ? errorText(places.error, t)
          : t(places.isSearching ? 'common:loading' : 'found', { count: places.choices.length })}
      </p>
    </AppDialog>
  )
}

interface Choice {
  readonly to: string
  readonly name: string
  readonly kind: string
}

function usePlaces(screens: readonly Screen[], words: string) {
  const { t } = useTranslation('keyboard')
  const found = useFoundPlaces(words)
  const wanted = withoutAccents(words.trim())
  const choices: Choice[] = [
    ...screens
      .filter(({ label }) => withoutAccents(label).includes(wanted))
      .map(({ to, label }) => ({ to, name: label, kind: t('kinds.screen') })),
    ...found.tickets.map(({ id, uuid, status, contact }) => ({
      // A pending ticket opens by Accept only (TICKET-13): its place is the list of those that wait.
      to: status === 'pending' ? '/tickets?sub=pending' : `/tickets/${uuid}`,
      name: `${contact.name} #${id}`,
      kind: t(`kinds.${status}`),
    })),
    ...found.contacts.map(({ name, number }) => ({
      to: `/tickets?tab=search&q=${encodeURIComponent(number === '' ? name : number)}`,
      name,
      kind: t('kinds.contact'),
    })),
  ]
  // Several that wait lead to the same list.
  return { ...found, choices: [...new Map(choices.map((choice) => [choice.to, choice])).values()] }
}
