import type { TicketView } from '@balcao/contract/tickets'
import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../../lib/timers'
import { AutocompleteField } from '../../../ui/autocomplete-field'
import { Button } from '../../../ui/button'
import { AppDialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/text-field'
import { offerUndo } from '../../../ui/undo'
import { useDelayedSubmit } from '../../../ui/use-submit'
import { useTransferTicket, useUndoTransfer } from '../api/change-ticket'
import { useConnectionChoices, useQueueChoices, useUserChoices } from '../api/choices'
import type { TicketTransferInput } from '../ticket-acts'
import { useTicketNavigation } from '../use-list-view'
import styles from './dialogs.module.css'
import { OptionalSelectField } from './optional-choice-field'

/** Transfers a ticket to another queue, with or without a person (TICKET-23 to TICKET-26). */
export function TransferDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const formId = useId()
  const { leave } = useTicketNavigation()
  const queues = useQueueChoices()
  const connections = useConnectionChoices()
  const [user, setUser] = useState<ReturnType<typeof useUserChoices>[number] | null>(null)
  const [queueId, setQueueId] = useState<QueueId | null>(null)
  const [connectionId, setConnectionId] = useState<ConnectionId | null>(null)
  const [isQueueMissing, setQueueMissing] = useState(false)
  const queueField = useRef<{ focus(): void }>(null)
  const [note, setNote] = useState('')
  const [isNoteShort, setNoteShort] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const transfer = useTransferAndOfferUndo(ticket)
  const { submit, isWaiting } = useDelayedSubmit(async (to: TicketTransferInput) => {
    await transfer(to)
    onClose()
    leave(ticket.uuid)
  })

  function send(event: FormEvent): void {
    event.preventDefault()
    const written = note.trim()
    const isShort = written !== '' && written.length < limits.note.min
    setQueueMissing(queueId === null)
    setNoteShort(isShort)
    if (queueId === null) queueField.current?.focus()
    else if (isShort) noteField.current?.focus()
    else void submit({ queueId, userId: user?.id ?? null, connectionId, note: written })
  }

  return (
    <AppDialog
      title={t('transferTitle')}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isWaiting}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={formId} disabled={isWaiting}>
            {t('transfer')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={send} noValidate>
        <UserSearch
          except={ticket.userId}
          onChoose={(chosen) => {
            setUser(chosen)
            setQueueId(chosen === null ? null : likelyQueue(chosen.queues, [queueId, ticket.queueId]))
          }}
        />
        <OptionalSelectField
          ref={queueField}
          label={t('queue')}
          none={t(user?.queues.length === 0 ? 'userWithoutQueues' : 'chooseQueue')}
          value={queueId}
          choices={user === null ? queues : user.queues}
          error={isQueueMissing && queueId === null ? t('chooseQueue') : undefined}
          onChange={setQueueId}
        />
        <OptionalSelectField
          label={t('connectionOptional')}
          none={t('sameConnection')}
          value={connectionId}
          choices={connections}
          onChange={setConnectionId}
        />
        <TextField
          label={t('noteForReceiver')}
          help={t('noteForReceiverHelp')}
          error={isNoteShort ? 'Too Short!' : undefined}
          ref={noteField}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          multiline
          maxRows={5}
          maxLength={limits.note.max}
        />
      </form>
    </AppDialog>
  )
}

/** The queue to preselect for a receiver: the first of `wished` that they serve, or else their only queue. */
function likelyQueue(
  theirs: readonly { readonly id: QueueId }[],
  wished: readonly (QueueId | null)[],
): QueueId | null {
  const only = theirs.length === 1 ? theirs[0]?.id : undefined
  return wished.find((queueId) => theirs.some(({ id }) => id === queueId)) ?? only ?? null
}

interface UserSearchProps {
  readonly except: UserId | null
  readonly onChoose: (user: ReturnType<typeof useUserChoices>[number] | null) => void
}

function UserSearch({ except, onChoose }: UserSearchProps) {
  const { t } = useTranslation('tickets')
  const [text, setText] = useState('')
  const searched = useDebounced(text.trim(), limits.searchDebounce)
  const isLong = searched.length >= limits.searchMinimum
  const users = useUserChoices(isLong).filter(({ id }) => id !== except)
  return (
    <AutocompleteField
      label={t('userOptional')}
      help={t('userHelp')}
      placeholder={t('searchUser')}
      none={t(isLong ? 'noUser' : 'typeThree')}
      autoFocus
      options={isLong ? users : []}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      onText={setText}
      onChoose={onChoose}
    />
  )
}

/** Transfers a ticket, and shows a toast with the receiver and an undo (docs/features/tickets.md). */
export function useTransferAndOfferUndo(ticket: TicketView): (to: TicketTransferInput) => Promise<void> {
  const { t } = useTranslation('tickets')
  const transfer = useTransferTicket(ticket)
  const undo = useUndoTransfer()
  const { open } = useTicketNavigation()

  async function takeBack(): Promise<void> {
    try {
      await undo.mutateAsync(ticket)
    } catch {
      return // The mutation has already shown the error.
    }
    if (ticket.status === 'open') open(ticket.uuid)
  }

  return async (to) => {
    const { user, queue } = await transfer.mutateAsync(to)
    const queueName = queue?.name ?? t('noQueue')
    const words =
      user === null
        ? t('transferredToQueueOnly', { queue: queueName })
        : t('transferredTo', { user: user.name, queue: queueName })
    offerUndo(words, () => void takeBack())
  }
}
