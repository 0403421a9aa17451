import { connectionDeleting } from '../features/connections/connections.hooks'
import { contactAddressesAdded, contactErasing, contactsMerging } from '../features/contacts/contacts.hooks'
import { messageFailureChanged, systemMessagesAcknowledged } from '../features/messages/messages.hooks'
import { metaAccountChanged } from '../features/official-numbers/official-numbers.hooks'
import { queueDeleting } from '../features/queues/queues.hooks'
import {
  automaticMessagesEnding,
  conversationsMerging,
  ticketTransferred,
} from '../features/tickets/tickets.hooks'
import { userDeleting, userMustSignInAgain } from '../features/users/users.hooks'
import type { Feature } from '../platform/feature'
import type { Hook, HookHandler } from '../platform/hooks'

type HookOrder = readonly (readonly [point: Hook<unknown>, features: readonly string[]])[]

/** The order of each hook's handlers. A later one may need what an earlier one wrote: tickets before messages. */
export const hookHandlerOrder: HookOrder = [
  [userMustSignInAgain, ['auth', 'support']],
  [userDeleting, ['support', 'tickets', 'chats', 'quickMessages']],
  [queueDeleting, ['connections', 'tickets']],
  [connectionDeleting, ['tickets', 'messages', 'campaigns', 'webhooks']],
  [contactAddressesAdded, ['messages', 'campaigns']],
  [contactsMerging, ['personalData', 'tickets', 'messages', 'schedules', 'campaigns', 'reception']],
  [conversationsMerging, ['tags', 'messages', 'notes']],
  [
    contactErasing,
    [
      'personalData',
      'moveOut',
      'contactImports',
      'contactLists',
      'tickets',
      'messages',
      'notes',
      'schedules',
      'campaigns',
      'webhooks',
      'reception',
      'bots',
    ],
  ],
  [automaticMessagesEnding, ['messages', 'bots']],
  [ticketTransferred, ['notes', 'reception']],
  [metaAccountChanged, ['officialNumbers', 'messageTemplates']],
  [messageFailureChanged, ['schedules', 'campaigns']],
  [systemMessagesAcknowledged, ['schedules', 'campaigns']],
]

/** Sorts hook handlers. Throws if a hook has several and `hookHandlerOrder` does not name exactly these. */
export function sortHookHandlers(
  features: readonly Pick<Feature, 'name' | 'hooks'>[],
  order: HookOrder = hookHandlerOrder,
): readonly HookHandler[] {
  const handlersOf = new Map<Hook<unknown>, { feature: string; handler: HookHandler }[]>()
  for (const { name, hooks = [] } of features) {
    for (const handler of hooks)
      handlersOf.set(handler.point, [...(handlersOf.get(handler.point) ?? []), { feature: name, handler }])
  }
  const namesOf = new Map<Hook<unknown>, readonly string[]>(order)
  for (const [point] of order) if (!handlersOf.has(point)) handlersOf.set(point, [])
  return [...handlersOf].flatMap(([point, handlers]) => {
    const names = namesOf.get(point) ?? []
    const found = handlers.map(({ feature }) => feature)
    const isComplete = [...names].sort().join() === [...found].sort().join()
    if ((handlers.length > 1 || names.length > 0) && !isComplete)
      throw new Error(
        `hook "${point.name}": the order names ${names.join()}, handlers are of ${found.join()}`,
      )
    return handlers
      .toSorted((one, other) => names.indexOf(one.feature) - names.indexOf(other.feature))
      .map(({ handler }) => handler)
  })
}
