import * as control from './control.js'

/** The latest state from the simulator. */
const world = { phones: [], contacts: [], groups: [], waiting: [], linkingRules: {} }

export async function loadWorld() {
  const [phones, contacts, groups, waiting, linkingRules] = await Promise.all([
    control.phones(),
    control.contacts(),
    control.groups(),
    control.waiting(),
    control.linkingRules(),
  ])
  Object.assign(world, { phones, contacts, groups, waiting, linkingRules })
}

export const shops = () => world.phones
export const customers = () => world.contacts
export const groups = () => world.groups
export const waiting = () => world.waiting
export const linkingRules = () => world.linkingRules
export const shop = (phone) => world.phones.find((one) => one.phone === phone)

export function nameOf(phone) {
  return [...world.phones, ...world.contacts].find((one) => one.phone === phone)?.name ?? `+${phone}`
}

/** The person of a phone on the desk, or undefined when they were deleted. */
export function ownerOf({ role, phone }) {
  const found = (role === 'shop' ? world.phones : world.contacts).find((one) => one.phone === phone)
  return found && { role, phone, name: found.name }
}
