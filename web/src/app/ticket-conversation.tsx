import type { NoteView } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { type ReactNode, useCallback, useMemo } from 'react'
import { templatePickerRendererOf } from '../features/message-templates/ticket-templates'
import { prefetchConversation } from '../features/messages/api/ask-ahead'
import { Conversation, type ConversationProps, ReadOnlyConversation } from '../features/messages/conversation'
import { NoteComponentsContext } from '../features/messages/note-parts'
import { useNotes } from '../features/notes/api/notes'
import { NoteComposer } from '../features/notes/note-box'
import { ConversationNote } from '../features/notes/note-paper'

export { prefetchConversation }

export function ConversationWithNotes(props: ConversationProps) {
  const { ticket } = props
  const templatePicker = useMemo(() => templatePickerRendererOf(ticket), [ticket])
  return (
    <WithNotes ticket={ticket} isPeek={false}>
      <Conversation {...props} templatePicker={templatePicker} />
    </WithNotes>
  )
}

export function ReadOnlyConversationWithNotes({ ticket }: { ticket: TicketView }) {
  return (
    <WithNotes ticket={ticket} isPeek>
      <ReadOnlyConversation ticket={ticket} />
    </WithNotes>
  )
}

interface WithNotesProps {
  readonly ticket: TicketView
  readonly isPeek: boolean
  readonly children: ReactNode
}

function WithNotes({ ticket, isPeek, children }: WithNotesProps) {
  // Until the notes are loaded, the messages show without them.
  const { data: notes } = useNotes(ticket.contactId)
  const paperOf = useCallback(
    (note: NoteView, isMarked: boolean) => (
      <ConversationNote note={note} openTicketId={ticket.id} isMarked={isMarked} isPeek={isPeek} />
    ),
    [ticket.id, isPeek],
  )
  const parts = useMemo(() => ({ notes, paperOf, NoteBox: NoteComposer }), [notes, paperOf])
  return <NoteComponentsContext value={parts}>{children}</NoteComponentsContext>
}
