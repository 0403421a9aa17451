import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText } from '../../lib/error-text'
import { useTalkTo } from '../../lib/talk-to'
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

/** One field to any screen or ticket, or to a new ticket with a contact (Ctrl+K): written, chosen with the arrows, gone
 *  to with Enter. */
export function QuickSwitch({ screens, onClose }: QuickSwitchProps) {
  const { t } = useTranslation('keyboard')
  const listId = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const places = usePlaces(screens, words)
  const active = places.choices[Math.min(at, places.choices.length - 1)]

  function choose({ go }: Choice): void {
    onClose()
    go()
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
      choose(active)
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
        aria-activedescendant={active && `${listId}-${active.id}`}
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
            key={place.id}
            id={`${listId}-${place.id}`}
            role="option"
            aria-selected={place === active}
            className={styles.place}
            onClick={() => choose(place)}
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
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly go: () => void
}

function usePlaces(screens: readonly Screen[], words: string) {
  const { t } = useTranslation('keyboard')
  const navigate = useNavigate()
  const talkTo = useTalkTo()
  const found = useFoundPlaces(words)
  const wanted = withoutAccents(words.trim())
  const choices: Choice[] = [
    ...screens
      .filter(({ label }) => withoutAccents(label).includes(wanted))
      .map(({ to, label }) => ({
        id: to,
        name: label,
        kind: t('kinds.screen'),
        go: () => void navigate(to),
      })),
    ...found.tickets.map(({ id, uuid, status, contact }) => ({
      id: `ticket-${id}`,
      name: `${contact.name} #${id}`,
      kind: t(`kinds.${status}`),
      // A pending ticket opens by Accept only (TICKET-13): its place is the list of those that wait.
      go: () => void navigate(status === 'pending' ? '/tickets?sub=pending' : `/tickets/${uuid}`),
    })),
    ...found.contacts.map((contact) => ({
      id: `contact-${contact.id}`,
      name: contact.name,
      kind: t('kinds.contact'),
      go: () => talkTo(contact),
    })),
  ]
  return { ...found, choices }
}
