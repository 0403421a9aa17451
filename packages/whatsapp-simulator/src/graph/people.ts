import { personIn } from './announcing'
import type { GraphService } from './graph-service'
import type { Account, Customer } from './world'

/** The key of `GraphService.typing`. */
export function typingKey(numberId: string, customerId: string): string {
  return `${numberId} ${customerId}`
}

/** The person of a phone number; Brazil's ninth digit may be missing or too many. */
export function customerByPhone({ world }: GraphService, phone: string): Customer | undefined {
  const spellings = [phone, ...otherSpelling(phone)]
  return Object.values(world.customers).find((one) => one.phone !== null && spellings.includes(one.phone))
}

function otherSpelling(phone: string): string[] {
  const [, area, nine, rest] = /^55(\d\d)(9?)(\d{8})$/.exec(phone) ?? []
  if (area === undefined) return []
  return [nine ? `55${area}${rest}` : `55${area}9${rest}`]
}

export function customerByUserId(
  service: GraphService,
  account: Account,
  userId: string,
): Customer | undefined {
  return Object.values(service.world.customers).find((one) => {
    const known = personIn(service, account, one)
    return known.userId === userId || known.parentUserId === userId
  })
}

export function addCustomer(
  { world, chance }: GraphService,
  person: { name: string; phone: string | null; username?: string | undefined },
): Customer {
  const { name, phone, username } = person
  const customer: Customer = {
    id: chance.bytes(6).toString('hex'),
    name,
    ...(username && { username }),
    phone,
    country: countryOf(phone),
    userIds: {},
    hidesPhone: phone === null,
    isSilent: false,
    isReachable: true,
    windows: {},
    entries: {},
    optedOut: [],
  }
  world.customers[customer.id] = customer
  return customer
}

/** Whom a business writes to without being on WhatsApp. */
export function addUnknownPerson(service: GraphService, phone: string): Customer {
  return Object.assign(addCustomer(service, { name: `+${phone}`, phone }), { isReachable: false })
}

const COUNTRIES: Record<string, string> = {
  55: 'BR',
  54: 'AR',
  351: 'PT',
  34: 'ES',
  52: 'MX',
  44: 'GB',
  1: 'US',
}

function countryOf(phone: string | null): string {
  const [, country = 'BR'] = Object.entries(COUNTRIES).find(([code]) => phone?.startsWith(code)) ?? []
  return country
}
