import type { MessageView } from '@balcao/contract/messages'
import type { NoteView } from '@balcao/contract/notes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../lib/dates'
import { useUser } from '../../lib/session'
import { usePreviewTextOf } from './bubble/quote'

/**
 * Announces new messages to screen readers. The message list itself is no log: scrolling adds rows to it, and a
 * screen reader would read all of them.
 */
export function NewMessageAnnouncer({ messages }: { messages: readonly MessageView[] }) {
  const newest = messages.at(-1)
  const [opening] = useState(newest?.id)
  const isNews = newest !== undefined && newest.id !== opening && !newest.fromMe
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {isNews && <SpokenMessage key={newest.id} message={newest} />}
    </div>
  )
}

export function NewNoteAnnouncer({ notes }: { notes: readonly NoteView[] }) {
  const { t } = useTranslation('messages')
  const me = useUser()
  const [newest] = notes
  const [opening] = useState(newest?.id ?? 0)
  const isNews = newest !== undefined && newest.id > opening && newest.user?.id !== me.id
  const time = newest && timeOfDay(newest.createdAt)
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {isNews && (
        <p
          key={newest.id}
        >{`${t('spokenNote', { author: newest.user?.name ?? '', time })}: ${newest.note}`}</p>
      )}
    </div>
  )
}

function SpokenMessage({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const words = usePreviewTextOf(message)
  return (
    <p>{`${t('spoken', { sender: message.contact?.name ?? '', time: timeOfDay(message.createdAt) })}: ${words}`}</p>
  )
}
