import { accountOf, announceOfNumber, contactOf, personIn, seconds } from './announcing'
import type { GraphService } from './graph-service'
import { type BusinessNumber, type Customer, type Json, newWamid } from './world'

/** Another phone, or null for none: new user ids in every portfolio, which each number that knows the person learns twice. */
export function moveTo(service: GraphService, customer: Customer, phone: string | null): void {
  const { world } = service
  const known = Object.values(world.numbers).filter((number) =>
    Object.values(world.messages).some((one) => one.numberId === number.id && one.customerId === customer.id),
  )
  const before = known.map((number) => ({
    number,
    old: personIn(service, accountOf(service, number), customer),
  }))
  const oldPhone = customer.phone
  customer.phone = phone
  customer.userIds = {}
  for (const { number, old } of before) announceMove(service, { customer, number, old, oldPhone })
  service.changed()
}

function announceMove(
  service: GraphService,
  move: {
    customer: Customer
    number: BusinessNumber
    old: ReturnType<typeof personIn>
    oldPhone: string | null
  },
): void {
  const { customer, number, old, oldPhone } = move
  const { phone, userId, parentUserId } = personIn(service, accountOf(service, number), customer)
  const isNewPhone = oldPhone !== customer.phone
  const timestamp = seconds(service.now())
  const body = isNewPhone
    ? `User ${customer.name} changed from ${oldPhone} to ${customer.phone}`
    : `User ${customer.name} changed the user id`
  announceOfNumber(service, number, 'messages', {
    messages: [
      {
        ...(old.phone && { from: old.phone }),
        from_user_id: old.userId,
        id: newWamid(service.chance),
        timestamp,
        type: 'system',
        system: {
          body,
          type: isNewPhone ? 'user_changed_number' : 'user_changed_user_id',
          ...(phone && { wa_id: phone }),
          user_id: userId,
          ...(parentUserId && { parent_user_id: parentUserId }),
        },
      },
    ],
  })
  announceOfNumber(service, number, 'user_id_update', {
    user_id_update: [
      {
        ...(phone && { wa_id: phone }),
        detail: body,
        user_id: { previous: old.userId, current: userId },
        ...(old.parentUserId && { parent_user_id: { previous: old.parentUserId, current: parentUserId } }),
        timestamp,
      },
    ],
  })
}

/** The person stops or resumes the marketing messages of a business. */
export function announcePreference(
  service: GraphService,
  customer: Customer,
  number: BusinessNumber,
  value: 'stop' | 'resume',
): void {
  const { phone, userId } = personIn(service, accountOf(service, number), customer)
  announceOfNumber(service, number, 'user_preferences', {
    user_preferences: [
      {
        ...(phone && { wa_id: phone }),
        user_id: userId,
        detail: `User requested to ${value} marketing messages`,
        category: 'marketing_messages',
        value,
        timestamp: seconds(service.now()),
      },
    ],
  })
  service.changed()
}

/** The person's call: it rings, and ends after `answeredSeconds`, or unanswered. */
export function announceCall(
  service: GraphService,
  customer: Customer,
  number: BusinessNumber,
  answeredSeconds: number,
): void {
  const account = accountOf(service, number)
  const { phone, userId } = personIn(service, account, customer)
  const at = seconds(service.now())
  const call = {
    id: `wacid.${service.chance.bytes(24).toString('base64url')}`,
    to: number.displayNumber,
    ...(phone && { from: phone }),
    from_user_id: userId,
    timestamp: at,
    direction: 'USER_INITIATED',
  }
  const end = String(Number(at) + answeredSeconds)
  const ends = [
    { event: 'connect', session: { sdp_type: 'offer', sdp: 'v=0' } },
    answeredSeconds > 0
      ? {
          ...{ event: 'terminate', status: 'COMPLETED', timestamp: end },
          ...{ start_time: at, end_time: end, duration: answeredSeconds },
        }
      : { event: 'terminate', status: 'FAILED' },
  ]
  for (const event of ends)
    announceOfNumber(service, number, 'calls', {
      contacts: [contactOf(service, account, customer)],
      calls: [{ ...call, ...event }],
    })
}

/** A message that the business wrote to the person in its app on the phone; returns its wamid. */
export function announceEcho(
  service: GraphService,
  customer: Customer,
  number: BusinessNumber,
  { type, content }: { type: string; content: Json },
): string {
  const { phone, userId } = personIn(service, accountOf(service, number), customer)
  const id = newWamid(service.chance)
  announceOfNumber(service, number, 'smb_message_echoes', {
    message_echoes: [
      {
        from: number.displayNumber,
        ...(phone && { to: phone }),
        to_user_id: userId,
        id,
        timestamp: seconds(service.now()),
        type,
        [type]: content,
      },
    ],
  })
  return id
}
