import type { TicketTransferDetails } from '@balcao/contract/live'
import type { TicketView } from '@balcao/contract/tickets'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error'
import { useShortcutInFields } from '../../lib/shortcuts'
import { useCloseOnBack } from '../../ui/back-closes'
import { useCollapseDrawer } from '../../ui/drawer-room'
import { OverlayDrawer } from '../../ui/overlays'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { showError, showToast } from '../../ui/toasts'
import { useMediaQuery } from '../../ui/use-media'
import { cacheTicket, useTicket } from './api/get-ticket'
import { useMarkHandoverSeenOnOpen } from './api/handovers'
import { ConversationHead } from './conversation-head'
import { useOpenNewTicketDialog } from './new-ticket'
import { useTicketAreaComponents } from './parts'
import { EnableWritingButton } from './ticket-actions'
import styles from './ticket-area.module.css'
import { contactPanelMinWidth } from './use-contact-panel'
import { useTicketNavigation } from './use-list-view'

/** In px: from this window width on, the open drawer, list, conversation (560) and contact fit side by side. */
const besideDrawer = 240 + 360 + 560 + 320

interface OpenTicketProps {
  readonly uuid: string
  /** The contact shows beside the conversation, and stays when another ticket is opened. */
  readonly showsContact: boolean
  /** Shows or hides the contact. With `isChosen` this is stored as the user's choice. */
  readonly onShowContact: (shows: boolean, isChosen: boolean) => void
}

export function TicketConversationPane({ uuid, showsContact, onShowContact }: OpenTicketProps) {
  const { t } = useTranslation('tickets')
  const { Conversation, ContactDrawer } = useTicketAreaComponents()
  const client = useQueryClient()
  const { leave, showList } = useTicketNavigation()
  const startTicket = useOpenNewTicketDialog()
  const isRoomy = useMediaQuery(`(min-width: ${contactPanelMinWidth}px)`)
  const needsDrawerRoom = useMediaQuery(`(max-width: ${besideDrawer - 0.05}px)`)
  const head = useRef<HTMLButtonElement>(null)
  const [drawerTakesFocus, setDrawerTakesFocus] = useState(false)
  const showContact = (shows: boolean) => {
    setDrawerTakesFocus(shows)
    onShowContact(shows, isRoomy)
    if (!shows) head.current?.focus({ preventScroll: true })
  }
  // On narrow screens the contact is an overlay. It closes with the ticket, so as not to cover the next one.
  useEffect(() => (isRoomy ? undefined : () => onShowContact(false, false)), [isRoomy, onShowContact])
  useCollapseDrawer(showsContact && isRoomy && needsDrawerRoom)
  const { ticket, error, refetch } = useTicket(uuid, (reason, transfer) => {
    if (reason === 'deleted') showToast('info', t('deletedNotice'))
    else if (transfer !== undefined) showToast('info', transferWords(transfer, t))
    else if (reason === 'access') showToast('error', t('shell:notAllowed'))
    leave(uuid)
  })
  useMarkHandoverSeenOnOpen(ticket?.uuid === uuid ? ticket.id : undefined)
  useRefusal(error, uuid)
  useWayTo(uuid, ticket)
  const [isSearching, setSearching] = useState(false)
  // The shortcut works in text fields too, because its keys type no text.
  useShortcutInFields('searchConversation', isSearching ? undefined : () => setSearching(true))
  useCloseOnBack(isSearching, () => setSearching(false))
  useCloseOnBack(showsContact && !isRoomy, () => showContact(false))
  useEscape(() => {
    if (isSearching) setSearching(false)
    else if (showsContact && isRoomy) showContact(false)
    else showList(uuid)
  })

  if (ticket === undefined || ticket.uuid !== uuid) {
    return (
      <section className={styles.pane} aria-busy={error === null}>
        <div className={styles.state}>
          {error === null ? (
            <SkeletonRows rows={8} height={64} />
          ) : (
            <ErrorState title={t('openFailed')} error={error} onRetry={() => void refetch()} />
          )}
        </div>
      </section>
    )
  }

  const drawer = (
    <ContactDrawer
      ticket={ticket}
      takesFocus={drawerTakesFocus}
      onChanged={(changed) => cacheTicket(client, changed)}
      onClose={() => showContact(false)}
    />
  )
  return (
    <>
      <section className={styles.pane} aria-label={t('conversationWith', { name: ticket.contact.name })}>
        <ConversationHead
          ref={head}
          ticket={ticket}
          showsContact={showsContact}
          onContact={() => showContact(!showsContact)}
          isSearching={isSearching}
          onSearch={() => setSearching(!isSearching)}
        />
        <Conversation
          key={ticket.id}
          ticket={ticket}
          mend={<EnableWritingButton ticket={ticket} />}
          onTalkTo={startTicket}
          isSearching={isSearching}
          onSearchEnd={() => setSearching(false)}
        />
      </section>
      {isRoomy
        ? showsContact && drawer
        : showsContact && (
            <OverlayDrawer open side="right" label={t('contact')} onClose={() => showContact(false)}>
              {drawer}
            </OverlayDrawer>
          )}
    </>
  )
}

/** When the ticket was merged into another one, opens the remaining ticket and moves the draft to it. */
function useWayTo(uuid: string, ticket: TicketView | undefined): void {
  const { t } = useTranslation('tickets')
  const { moveDraft } = useTicketAreaComponents()
  const { follow } = useTicketNavigation()
  const shown = useRef<TicketView>(undefined)
  useEffect(() => {
    if (ticket === undefined) return
    if (ticket.uuid === uuid) {
      shown.current = ticket
      return
    }
    if (shown.current !== undefined) {
      moveDraft(shown.current.id, ticket.id)
      showToast('info', t('mergedNotice', { name: ticket.contact.name }))
    }
    follow(ticket.uuid)
  }, [uuid, ticket, moveDraft, follow, t])
}

/** Shows the error of a ticket that is refused or missing, and returns to the list (TICKET-36). */
function useRefusal(error: Error | null, uuid: string): void {
  const { t } = useTranslation('tickets')
  const { leave } = useTicketNavigation()
  useEffect(() => {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return
    if (error.status === 403) showToast('error', t('shell:notAllowed'))
    else showError(error)
    leave(uuid)
  }, [error, uuid, leave, t])
}

/** The toast for a viewer whose open ticket a colleague has transferred. */
function transferWords(
  { by, contactName, user, queueName }: TicketTransferDetails,
  t: TFunction<'tickets'>,
): string {
  const names = { by: by.name, contact: contactName }
  if (user?.id === by.id) return t('transferredToThemselves', names)
  if (user !== null) return t('transferredToUser', { ...names, user: user.name })
  return queueName === null
    ? t('transferredAway', names)
    : t('transferredToQueue', { ...names, queue: queueName })
}

/** Calls back on Escape, unless a dialog or the composer has handled the key. */
function useEscape(act: () => void): void {
  const onEscape = useEffectEvent(act)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
