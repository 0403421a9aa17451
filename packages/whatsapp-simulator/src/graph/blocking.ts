import { numberFor, type Scope } from './access'
import { accountOf, contactOf } from './announcing'
import { type Fields, fieldsOf, invalid, requireProduct } from './fields'
import { type GraphAnswer, type GraphCall, pageOf, paramsOf } from './graph-call'
import type { GraphService } from './graph-service'
import { customerByPhone, customerByUserId } from './people'
import type { BusinessNumber, Customer } from './world'

const MESSAGING: readonly Scope[] = ['whatsapp_business_messaging']
const BLOCKABLE_MS = 24 * 3_600_000

/** `POST /{PHONE}/block_users`: only who wrote within 24 hours can be blocked. */
export function block(call: GraphCall): GraphAnswer {
  const { number, people } = named(call)
  for (const { customer, input } of people) {
    if ((customer.windows[number.id] ?? 0) <= call.service.now() - BLOCKABLE_MS)
      throw invalid('block_users', `has a person who has not written within 24 hours: ${input}`)
  }
  number.blocked = [...new Set([...number.blocked, ...people.map(({ customer }) => customer.id)])]
  return answerWith(call.service, 'added_users', number, people)
}

export function unblock(call: GraphCall): GraphAnswer {
  const { number, people } = named(call)
  number.blocked = number.blocked.filter((id) => !people.some(({ customer }) => customer.id === id))
  return answerWith(call.service, 'removed_users', number, people)
}

export function listBlocked(call: GraphCall): GraphAnswer {
  const { service } = call
  const number = numberFor(service, call.caller, call.id, MESSAGING)
  const people = number.blocked.flatMap((id) => service.world.customers[id] ?? [])
  return {
    body: pageOf(call.query, people, 25, (customer) => ({
      messaging_product: 'whatsapp',
      ...contactOf(service, accountOf(service, number), customer),
    })),
  }
}

function named(call: GraphCall) {
  const { service } = call
  const number = numberFor(service, call.caller, call.id, MESSAGING, call.method)
  const params = fieldsOf(paramsOf(call))
  requireProduct(params)
  params.only('messaging_product', 'block_users')
  const people = params.objects('block_users').map((entry) => personOf(service, number, entry))
  return { number, people }
}

function personOf(service: GraphService, number: BusinessNumber, entry: Fields) {
  entry.only('user', 'user_id')
  const input = entry.has('user') ? entry.text('user') : entry.text('user_id')
  const customer = entry.has('user')
    ? customerByPhone(service, input.replace(/\D/g, ''))
    : customerByUserId(service, accountOf(service, number), input)
  if (!customer) throw invalid(entry.path, `names no WhatsApp user: ${input}`)
  return { customer, input }
}

function answerWith(
  service: GraphService,
  key: string,
  number: BusinessNumber,
  people: { customer: Customer; input: string }[],
): GraphAnswer {
  const users = people.map(({ customer, input }) => {
    const { wa_id, user_id } = contactOf(service, accountOf(service, number), customer)
    return { input, ...(wa_id && { wa_id }), user_id }
  })
  return { body: { messaging_product: 'whatsapp', block_users: { [key]: users } } }
}
