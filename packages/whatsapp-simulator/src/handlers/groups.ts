import type { Service } from '../service'
import { attribute, type BinaryNode, node, userOf } from '../wire/nodes'
import { type Group, memberJid } from '../world'
import { type IqHandlers, loginOf } from './iq'

/** Queries of a product about groups: one by its address, or all of the shop's. */
export const groupHandlers: IqHandlers = {
  'get w:g2 query': (service, _connection, iq) => {
    const group = service.world.groups[attribute(iq, 'to')]
    return group ? [groupNode(service, group)] : { code: '404', text: 'item-not-found' }
  },
  'get w:g2 participating': (service, connection) => {
    const { phone } = loginOf(connection).account
    const groups = Object.values(service.world.groups).filter(({ members }) => members.includes(phone))
    return [
      node(
        'groups',
        {},
        groups.map((group) => groupNode(service, group)),
      ),
    ]
  },
}

function groupNode(service: Service, group: Group): BinaryNode {
  const stamp = String(group.createdAt)
  const attrs = {
    id: userOf(group.jid),
    subject: group.subject,
    s_t: stamp,
    creation: stamp,
    addressing_mode: group.addressing,
    size: String(group.members.length),
  }
  return node(
    'group',
    attrs,
    group.members.flatMap((phone, place) => memberNode(service, group, phone, place)),
  )
}

/** Members are named by the group's address form, with their other address beside it. */
function memberNode(service: Service, group: Group, phone: string, place: number): BinaryNode[] {
  const person = service.world.accounts[phone] ?? service.world.contacts[phone]
  if (!person) return []
  const other = group.addressing === 'lid' ? { phone_number: person.jid } : { lid: person.lid }
  const rank = place === 0 ? { type: 'superadmin' } : {}
  return [node('participant', { jid: memberJid(group, person), ...other, ...rank })]
}
