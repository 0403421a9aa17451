import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '../../../lib/api-error'
import { type ContactChoice, useContactChoices } from '../../../lib/lists/contact-choices'
import { jsonOrNull } from '../../../lib/send'
import { useUser, useViewer } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { AppDialog } from '../../../ui/dialog'
import { showError } from '../../../ui/toasts'
import { useDelayedSubmit } from '../../../ui/use-submit'
import { type NewTicketInput, useCreateTicket } from '../api/change-ticket'
import { useConnectionChoices, useVisibleQueues } from '../api/choices'
import { type NewTicketContact, useTicketAreaComponents } from '../parts'
import { useTicketNavigation } from '../use-list-view'
import { ContactSearchField } from './contact-search'
import styles from './dialogs.module.css'
import { OptionalSelectField } from './optional-choice-field'

/** Opens a new ticket with a contact (TICKET-29 to TICKET-33, TICKET-49). */
export function NewTicketDialog({ start, onClose }: { start: NewTicketContact; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const formId = useId()
  const { ContactDialog } = useTicketAreaComponents()
  const [text, setText] = useState(
    start.id !== undefined || start.number === '' ? start.name : start.number.replace(/\D/g, ''),
  )
  const search = useContactChoices(text)
  const [contact, setContact] = useState<ContactChoice | null>(
    start.id === undefined ? null : { ...start, id: start.id },
  )
  const [newContact, setNewContact] = useState<NewTicketContact | null>(null)
  const queues = useVisibleQueues()
  const needsQueue = !isAdmin(useViewer())
  const onlyQueue = needsQueue && queues.length === 1 ? queues[0] : undefined
  const [chosenQueueId, setQueueId] = useState<QueueId | null>(null)
  const queueId = onlyQueue?.id ?? chosenQueueId
  const [connectionId, setConnectionId] = useState<ConnectionId | null>(null)
  const [wrong, setWrong] = useState<'contact' | 'queue' | null>(null)
  const contactField = useRef<HTMLInputElement>(null)
  const queueField = useRef<{ focus(): void }>(null)
  const connections = useConnectionChoices()
  const { create, owner, isWaiting } = useCreation(onClose)

  function send(event: FormEvent): void {
    event.preventDefault()
    const missing = contact === null ? 'contact' : needsQueue && queueId === null ? 'queue' : null
    setWrong(missing)
    if (missing === 'contact') contactField.current?.focus()
    if (missing === 'queue') queueField.current?.focus()
    if (contact !== null && missing === null) void create({ contactId: contact.id, queueId, connectionId })
  }

  return (
    <AppDialog
      title={t('newTicket')}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isWaiting}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={formId} disabled={isWaiting}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={send} noValidate>
        <ContactSearchField
          ref={contactField}
          text={text}
          onText={setText}
          search={search}
          contact={contact}
          onChoose={setContact}
          onCreate={(name) =>
            setNewContact(
              /^[\d\s()+-]+$/.test(name)
                ? { name: start.name, number: name }
                : { name, number: start.number },
            )
          }
          error={wrong === 'contact' && contact === null ? t('chooseContact') : undefined}
        />
        {onlyQueue === undefined && (
          <OptionalSelectField
            ref={queueField}
            label={t('queue')}
            none={t(needsQueue ? 'chooseQueue' : 'noQueueChosen')}
            value={queueId}
            choices={queues}
            error={wrong === 'queue' && queueId === null ? t('chooseQueue') : undefined}
            onChange={setQueueId}
          />
        )}
        <OptionalSelectField
          label={t('connectionOptional')}
          none={t('defaultConnection')}
          value={connectionId}
          choices={connections}
          onChange={setConnectionId}
        />
        {owner !== null && (
          <p role="alert" className={styles.notice}>
            {t('existsElsewhere', owner)}
          </p>
        )}
      </form>
      {newContact !== null && (
        <ContactDialog
          start={newContact}
          onClose={() => setNewContact(null)}
          onSaved={(saved) => {
            setNewContact(null)
            setContact(saved)
            setText(saved.name)
          }}
        />
      )}
    </AppDialog>
  )
}

/** Creates a ticket and opens it. If the contact already has a live ticket, opens that, or names its owner. */
function useCreation(onClose: () => void) {
  const user = useUser()
  const { open } = useTicketNavigation()
  const creation = useCreateTicket()
  const [owner, setOwner] = useState<{ userName: string; queueName: string } | null>(null)

  const { submit, isWaiting } = useDelayedSubmit(async (wanted: NewTicketInput) => {
    setOwner(null)
    try {
      arriveAt((await creation.mutateAsync(wanted)).uuid)
    } catch (error) {
      const existing = error instanceof ApiError ? parseExistingTicketError(error.text, user.id) : undefined
      if (existing === undefined) showError(error)
      else if (existing.kind === 'mine') arriveAt(existing.uuid)
      else setOwner({ userName: existing.userName, queueName: existing.queueName })
    }
  })

  function arriveAt(uuid: string): void {
    onClose()
    open(uuid)
  }
  return { create: submit, owner, isWaiting }
}

const existingTicket = z.object({
  uuid: z.string(),
  userId: z.number().nullable(),
  user: z.object({ name: z.string() }),
  queue: z.object({ name: z.string() }),
})

export type ExistingTicket =
  | { readonly kind: 'mine'; readonly uuid: string }
  | { readonly kind: 'someone-elses'; readonly userName: string; readonly queueName: string }

/** Parses the error of a refused creation: JSON that describes the existing ticket (TICKET-31 to TICKET-35). */
export function parseExistingTicketError(error: string, userId: UserId): ExistingTicket | undefined {
  const read = existingTicket.safeParse(jsonOrNull(error))
  if (!read.success) return undefined
  const { uuid, user, queue } = read.data
  const isOthers = read.data.userId !== null && read.data.userId !== userId
  return isOthers
    ? { kind: 'someone-elses', userName: user.name, queueName: queue.name }
    : { kind: 'mine', uuid }
}
