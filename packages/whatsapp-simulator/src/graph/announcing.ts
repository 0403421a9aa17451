import { statusError } from './graph-error'
import type { GraphService } from './graph-service'
import {
  type Account,
  type BusinessNumber,
  type Customer,
  type Json,
  type Message,
  type MessageStatus,
  parentUserIdFor,
  userIdFor,
} from './world'

/** How a webhook names a person: the phone only while the person shows it. */
export function personIn(service: GraphService, account: Account, customer: Customer) {
  const { chance } = service
  return {
    phone: customer.hidesPhone ? undefined : (customer.phone ?? undefined),
    userId: userIdFor(customer, account, chance),
    parentUserId: parentUserIdFor(customer, account, chance),
  }
}

/** A message of a customer, with the fields beside it, such as `context`. */
export function announceMessage(
  service: GraphService,
  {
    number,
    customer,
    message,
    beside = {},
  }: { number: BusinessNumber; customer: Customer; message: Message; beside?: Json },
): void {
  const account = accountOf(service, number)
  const { phone, userId, parentUserId } = personIn(service, account, customer)
  const isUnsupported = message.type === 'unsupported'
  announceValue(service, number, 'messages', {
    ...metadata(number),
    ...(message.type !== 'system' && { contacts: [contactOf(service, account, customer)] }),
    messages: [
      {
        ...(phone && { from: phone }),
        from_user_id: userId,
        ...(parentUserId && { from_parent_user_id: parentUserId }),
        id: message.id,
        timestamp: seconds(message.at),
        type: message.type,
        ...beside,
        [message.type]: message.content,
        ...(isUnsupported && {
          errors: [statusError(131051, 'Message type is currently not supported.')],
        }),
      },
    ],
  })
}

export function announceStatus(
  service: GraphService,
  message: Message,
  status: Exclude<MessageStatus, 'accepted'>,
): void {
  const number = service.world.numbers[message.numberId]
  const customer = service.world.customers[message.customerId]
  if (!number || !customer) return
  const account = accountOf(service, number)
  const { phone, userId, parentUserId } = personIn(service, account, customer)
  const isFailed = status === 'failed'
  const isFreeEntry = message.pricing?.type === 'free_entry_point'
  announceValue(service, number, 'messages', {
    ...metadata(number),
    ...(!isFailed && { contacts: [contactOf(service, account, customer)] }),
    statuses: [
      {
        id: message.id,
        status,
        timestamp: seconds(service.now()),
        ...(phone && { recipient_id: phone }),
        recipient_user_id: userId,
        ...(parentUserId && { recipient_parent_user_id: parentUserId }),
        ...(message.callbackData !== undefined && { biz_opaque_callback_data: message.callbackData }),
        ...((status === 'sent' || status === 'delivered') && {
          pricing: message.pricing,
          ...(isFreeEntry && {
            conversation: {
              id: `${message.numberId}-${customer.id}`,
              origin: { type: 'referral_conversion' },
              ...(status === 'sent' && {
                expiration_timestamp: seconds((customer.entries[number.id] ?? 0) + 72 * 3_600_000),
              }),
            },
          }),
        }),
        ...(isFailed && { errors: [statusError(message.errorCode ?? 131000)] }),
      },
    ],
  })
}

/** Any other change that concerns one number. */
export function announceOfNumber(
  service: GraphService,
  number: BusinessNumber,
  field: string,
  value: Json,
): void {
  announceValue(service, number, field, { ...metadata(number), ...value })
}

export function contactOf(service: GraphService, account: Account, customer: Customer) {
  const { phone, userId, parentUserId } = personIn(service, account, customer)
  return {
    profile: { name: customer.name, ...(customer.username && { username: customer.username }) },
    ...(phone && { wa_id: phone }),
    user_id: userId,
    ...(parentUserId && { parent_user_id: parentUserId }),
  }
}

export function accountOf({ world }: Pick<GraphService, 'world'>, number: BusinessNumber): Account {
  const account = world.accounts[number.accountId]
  if (!account) throw new Error(`the number ${number.id} has no account`)
  return account
}

export function seconds(milliseconds: number): string {
  return String(Math.floor(milliseconds / 1000))
}

function announceValue(service: GraphService, number: BusinessNumber, field: string, value: Json): void {
  service.webhooks.announce({ accountId: number.accountId, numberId: number.id, field, value })
}

function metadata({ id, displayNumber }: BusinessNumber) {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: displayNumber, phone_number_id: id },
  }
}
