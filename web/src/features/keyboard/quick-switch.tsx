import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorText } from '../../lib/error-text'
import { useRequestConversation } from '../../lib/talk-to'
import { urlOfTicket } from '../../lib/ticket-address'
import { foldCaseAndAccents } from '../../lib/without-accents'
import { AppDialog } from '../../ui/dialog'
import { useCombobox } from '../../ui/use-list-below'
import { useQuickSwitchResults } from './api/find-places'
import styles from './keyboard.module.css'

export interface QuickSwitchPage {
  readonly to: string
  readonly label: string
}

interface QuickSwitchProps {
  readonly screens: readonly QuickSwitchPage[]
  readonly onClose: () => void
}

/** One field that leads to any page or ticket, or to a new ticket with a contact (Ctrl+K). */
export function QuickSwitch({ screens, onClose }: QuickSwitchProps) {
  const { t } = useTranslation('keyboard')
  const [words, setWords] = useState('')
  const places = usePlaces(screens, words)
  const below = useCombobox({
    words,
    onWrite: setWords,
    choices: places.choices,
    onChoose({ go }) {
      onClose()
      go()
    },
  })

  return (
    <AppDialog title={t('switchTitle')} onClose={onClose} width={560}>
      <input
        {...below.field}
        className={styles.search}
        // biome-ignore lint/a11y/noAutofocus: the dialog is this field
        autoFocus
        aria-label={t('switchTitle')}
        placeholder={t('switchHelp')}
      />
      <div {...below.list} role="listbox" aria-label={t('places')} className={styles.places}>
        {places.choices.map((place) => (
          <div key={place.id} {...below.choice(place)} className={styles.place}>
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

function usePlaces(screens: readonly QuickSwitchPage[], words: string) {
  const { t } = useTranslation('keyboard')
  const navigate = useNavigate()
  const talkTo = useRequestConversation()
  const found = useQuickSwitchResults(words)
  const wanted = foldCaseAndAccents(words.trim())
  const choices: Choice[] = [
    ...screens
      .filter(({ label }) => foldCaseAndAccents(label).includes(wanted))
      .map(({ to, label }) => ({
        id: to,
        name: label,
        kind: t('kinds.screen'),
        go: () => void navigate(to),
      })),
    ...found.tickets.map((ticket) => ({
      id: `ticket-${ticket.id}`,
      name: `${ticket.contact.name} #${ticket.id}`,
      kind: t(`tickets:status.${ticket.status}`),
      go: () => void navigate(urlOfTicket(ticket)),
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
