import { jidEncode } from 'baileys'
import type { ClientPayload, Connection } from '../connection'
import { handOverQueue } from '../delivery'
import { sendHistory } from '../history'
import { connectionOf, recordError, type Service, stampFor, troubleOf } from '../service'
import { node, userOf } from '../wire/nodes'
import { type IqHandlers, loginOf } from './iq'

/** A linked device reconnects. Unknown devices, and known ones with another key, must link again. */
export function logIn(service: Service, connection: Connection, payload: ClientPayload): void {
  const account = service.world.accounts[String(payload.username)]
  const device = account?.devices[payload.device ?? 0]
  if (!account || !device?.noiseKey.equals(connection.noise.clientStatic)) {
    refuse(connection, '401')
    return
  }
  const trouble = troubleOf(service, account.phone)
  if (trouble.offlineUntil > service.now()) {
    connection.noise.terminate()
    return
  }
  if (trouble.refuseLogin.times > 0) {
    trouble.refuseLogin.times--
    refuse(connection, String(trouble.refuseLogin.reason))
    return
  }
  const earlier = connectionOf(service, account, device)
  earlier?.end(node('stream:error', {}, [node('conflict', { type: 'replaced' })]))
  connection.login = { account, device, active: false }
  const lid = jidEncode(userOf(account.lid), 'lid', device.id)
  if (trouble.replaceLogins > 0) {
    trouble.replaceLogins--
    connection.end(node('stream:error', {}, [node('conflict', { type: 'replaced' })]))
    return
  }
  connection.send(
    node('success', {
      t: stampFor(service, account),
      props: '0',
      lid,
      companion_enc_static: '',
      location: 'sim',
    }),
  )
  // Baileys logs in passively and requests its stanzas with `<active/>`. zapo never does, and WhatsApp Web only when it
  // has tasks to do first: their stanzas follow the login at once.
  if (!payload.passive) goOnline(service, connection).catch((cause) => recordError(service, cause))
}

/** The product reports when it wants to receive, and when it logs out. */
export const loginHandlers: IqHandlers = {
  'set passive active': (_service, connection) => {
    loginOf(connection)
    return []
  },
  'set passive passive': (_service, connection) => {
    loginOf(connection).active = false
    return []
  },
  'set md remove-companion-device': (service, connection) => {
    const { account, device } = loginOf(connection)
    delete account.devices[device.id]
    service.happenings.tell({ kind: 'phone', phone: account.phone })
    return []
  },
}

/** After the answer to `<active/>`: all waiting stanzas, then the first history. */
export async function goOnline(service: Service, connection: Connection): Promise<void> {
  const { account, device } = loginOf(connection)
  loginOf(connection).active = true
  handOverQueue(service, connection, device)
  if (device.needsHistory && service.sendsHistory) await sendHistory(service, account, device)
  device.needsHistory = false
  service.happenings.tell({ kind: 'phone', phone: account.phone })
}

function refuse(connection: Connection, reason: string): void {
  connection.end(node('failure', { reason, location: 'sim' }))
}
