import {
  type LiveTicketViewersPayload,
  type LiveTypingPayload,
  type TypingActivity,
  typingIndicatorLifetimeMs,
} from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import { useState } from 'react'
import { useLiveEvent } from './live'
import { useUser } from './session'
import { after } from './timers'

export interface Typist {
  readonly key: string
  readonly name: string
  readonly doing: Exclude<TypingActivity, 'nothing'>
  readonly isColleague: boolean
}

/** The people who type or record in a conversation. A signal that is not repeated expires. */
export function useTypists(ticketId: TicketId): readonly Typist[] {
  const [signs, setSigns] = useState<readonly LiveTypingPayload[]>([])
  useLiveEvent('typing', (sign) => {
    if (sign.ticketId !== ticketId) return
    setSigns((known) => [...known.filter((other) => senderKeyOf(other) !== senderKeyOf(sign)), sign])
    after(typingIndicatorLifetimeMs, () => setSigns((known) => known.filter((other) => other !== sign)))
  })
  // A message of this person ends their signal, even if no `typing` event follows.
  useLiveEvent('message', (event) => {
    if (event.action !== 'create' || event.message.ticketId !== ticketId) return
    const { contact, user } = event.message
    setSigns((known) => known.filter((sign) => senderKeyOf(sign) !== senderKeyOf({ contact, user })))
  })
  return signs.flatMap((sign) => {
    const who = sign.user ?? sign.contact
    if (sign.doing === 'nothing' || who === null) return []
    return [{ key: senderKeyOf(sign), name: who.name, doing: sign.doing, isColleague: sign.user !== null }]
  })
}

type WithId = { readonly id: number } | null

function senderKeyOf({ contact, user }: { readonly contact: WithId; readonly user: WithId }): string {
  return user === null ? `contact-${contact?.id}` : `user-${user.id}`
}

/** The colleagues who have the conversation open too. */
export function useColleaguesInConversation(ticketId: TicketId) {
  const me = useUser().id
  const [viewers, setViewers] = useState<LiveTicketViewersPayload['users']>([])
  useLiveEvent('ticketViewers', (event) => {
    if (event.ticketId === ticketId) setViewers(event.users)
  })
  return viewers.filter(({ id }) => id !== me)
}
