import { createHash } from 'node:crypto'
import { encodeBigEndian, jidDecode } from 'baileys'
import type { Connection } from '../connection'
import type { Service } from '../service'
import { bundleNodes, type DeviceKeys, keyNodes } from '../signal/party'
import { attribute, type BinaryNode, bigEndian, bytesIn, children, need, node } from '../wire/nodes'
import { accountAt, contactAt, takePreKey } from '../world'
import { type IqHandlers, loginOf } from './iq'

/** Publishing, counting and serving the keys that open Signal sessions. */
export const prekeyHandlers: IqHandlers = {
  'get encrypt count': (_service, connection) => {
    const { device } = loginOf(connection)
    return [node('count', { value: String(Object.keys(device.preKeys).length) })]
  },
  // The first child selects the handler, and clients disagree on it: Baileys and WhatsApp Web begin with the
  // registration id, zapo with the identity.
  'set encrypt registration': publishKeys,
  'set encrypt identity': publishKeys,
  'set encrypt rotate': (_service, connection, iq) => {
    loginOf(connection).device.keys.signedPreKey = signedPreKeyOf(need(need(iq, 'rotate'), 'skey'))
    return []
  },
  'get encrypt digest': (_service, connection) => {
    const { keys, preKeys } = loginOf(connection).device
    const ids = Object.keys(preKeys).map((id) => node('id', {}, encodeBigEndian(Number(id), 3)))
    const hash = digestOf(keys, Object.values(preKeys))
    const [registration, type, identity, skey] = keyNodes(keys)
    const content = [registration, type, identity, skey].filter((inner) => inner !== undefined)
    return [node('digest', {}, [...content, node('list', {}, ids), node('hash', {}, hash)])]
  },
  'get encrypt key': (service, _connection, iq) => {
    const users = children(need(iq, 'key'), 'user')
    return [
      node(
        'list',
        {},
        users.map((user) => bundleOf(service, attribute(user, 'jid'))),
      ),
    ]
  },
}

function publishKeys(service: Service, connection: Connection, iq: BinaryNode): BinaryNode[] {
  const { account, device } = loginOf(connection)
  for (const key of children(need(iq, 'list'), 'key')) {
    device.preKeys[bigEndian(bytesIn(key, 'id'))] = bytesIn(key, 'value')
  }
  device.keys = {
    registrationId: bigEndian(bytesIn(iq, 'registration')),
    identity: bytesIn(iq, 'identity'),
    signedPreKey: signedPreKeyOf(need(iq, 'skey')),
  }
  service.happenings.tell({ kind: 'phone', phone: account.phone })
  return []
}

/** WhatsApp Web and zapo compute the same hash from their own keys. zapo publishes its keys again when it differs. */
function digestOf({ identity, signedPreKey }: DeviceKeys, preKeys: Buffer[]): Buffer {
  const hash = createHash('sha1')
    .update(identity)
    .update(signedPreKey.publicKey)
    .update(signedPreKey.signature)
  for (const publicKey of preKeys) hash.update(publicKey)
  return hash.digest()
}

function signedPreKeyOf(skey: BinaryNode): DeviceKeys['signedPreKey'] {
  return {
    keyId: bigEndian(bytesIn(skey, 'id')),
    publicKey: bytesIn(skey, 'value'),
    signature: bytesIn(skey, 'signature'),
  }
}

/** Device 0 is a person's phone, which the simulator plays; higher numbers are linked devices with published keys. */
function bundleOf(service: Service, jid: string): BinaryNode {
  const account = accountAt(service.world, jid)
  const device = account?.devices[jidDecode(jid)?.device ?? 0]
  if (device) return node('user', { jid }, keyNodes({ ...device.keys, preKey: takePreKey(device) }))
  const person = account ?? contactAt(service.world, jid)
  if (person) return node('user', { jid }, bundleNodes(person.party))
  return node('user', { jid }, [node('error', { code: '404', text: 'item-not-found' })])
}
