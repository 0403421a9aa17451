import { messageId } from './chance'
import type { Fault } from './faults'
import { pairByCode } from './handlers/link-code'
import { noticeOf, scan } from './handlers/pairing'
import type { SimulatedPhone } from './phone'
import { postFromChannel, postFromHandset } from './posting'
import { connectionOf, type Service, troubleOf } from './service'
import { type BinaryNode, node, SERVER } from './wire/nodes'
import { type Account, chatWith, devicesOf } from './world'

/** The shop's handset, controlled by a test or a page. */
export function playPhone(service: Service, account: Account): SimulatedPhone {
  const inflict = (fault: Fault) => inflictOn(service, account, fault)
  return {
    phone: account.phone,
    name: account.name,
    jid: account.jid,
    lid: account.lid,
    get devices() {
      return devicesOf(account).map(({ id }) => id)
    },
    get online() {
      return devicesOf(account).some((device) => connectionOf(service, account, device)?.login?.active)
    },
    get undelivered() {
      return devicesOf(account).reduce((count, { queue }) => count + queue.length, 0)
    },
    get ownCopies() {
      return [...account.ownCopies]
    },
    scanQr: async (text) => {
      await scan(service, account, text)
    },
    enterCode: (code) => pairByCode(service, account, code.replace(/[\s-]/g, '').toUpperCase()),
    sendText: async (contactPhone, text) => {
      const contact = service.world.contacts[contactPhone]
      if (!contact) throw new Error(`no contact ${contactPhone}`)
      const id = messageId(service.chance)
      const at = new Date(service.now()).toISOString()
      chatWith(contact, account.phone).entries.push({ id, from: 'shop', at, kind: 'text', text })
      await postFromHandset(service, account, contact, id, text)
      service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
      return id
    },
    hearChannel: (text, way = {}) =>
      postFromChannel(service, account, messageId(service.chance), { ...way, text }),
    drop: () => inflict({ kind: 'drop' }),
    restart: () => inflict({ kind: 'restart' }),
    replaceConnection: () => inflict({ kind: 'replace' }),
    unlink: () => inflict({ kind: 'unlink' }),
    refuseNext: (code) => inflict({ kind: 'refuseNext', code }),
    inflict,
  }
}

function inflictOn(service: Service, account: Account, fault: Fault): void {
  const trouble = troubleOf(service, account.phone)
  switch (fault.kind) {
    case 'drop':
      cut(service, account)
      break
    case 'offline':
      trouble.offlineUntil = service.now() + fault.milliseconds
      cut(service, account)
      break
    case 'restart':
      endStreams(service, account, node('stream:error', { code: '515' }))
      break
    case 'replace':
      endStreams(service, account, node('stream:error', {}, [node('conflict', { type: 'replaced' })]))
      break
    case 'streamError':
      endStreams(service, account, node('stream:error', { code: String(fault.code) }))
      break
    case 'unlink':
      endStreams(service, account, deviceRemoved())
      account.devices = {}
      break
    case 'refuseLogin':
      trouble.refuseLogin = { reason: fault.reason, times: fault.times ?? 1 }
      break
    case 'refuseNext':
      trouble.refuseNext = { code: fault.code, times: fault.times ?? 1 }
      break
    case 'loseAcks':
      trouble.loseAcks = fault.times ?? 1
      break
    case 'loseReceipts':
      trouble.loseReceipts = fault.times ?? 1
      break
    case 'loseAnswers':
      trouble.loseAnswers = fault.times ?? 1
      break
    case 'spoilNext':
      trouble.spoilNext = fault.times ?? 1
      break
    case 'replaceLogins':
      trouble.replaceLogins = fault.times ?? 1
      break
    case 'repeatNext':
      trouble.repeatNext = fault.times ?? 1
      break
    case 'swapNext':
      trouble.swapNext = fault.times ?? 1
      break
    case 'skew':
      trouble.skewBy = fault.milliseconds
      break
    case 'loseMedia':
      service.media.lose(fault.status, fault.times ?? 1)
      service.phonesHaveMedia = fault.phoneHasIt !== false
      break
    case 'holdUploads':
      service.media.holdUploads(fault.isHeld)
      break
    case 'challenge':
      challenge(service, account, fault.check)
      break
    case 'slow':
      trouble.slowBy = fault.milliseconds
      break
  }
  service.happenings.tell({ kind: 'phone', phone: account.phone })
}

/** The shape of the notification is WhatsApp Web's own; only WhatsApp's page can answer the challenge. */
function challenge(service: Service, account: Account, check: 'PASSKEY' | 'CAPTCHA'): void {
  const asked =
    check === 'PASSKEY'
      ? { passkey_challenge: { challenge_base64: service.chance.bytes(32).toString('base64url') } }
      : { captcha_challenge: { site_key: 'simulator', challenge_url: 'https://web.whatsapp.com/' } }
  const data = { xwa2_notify_integrity_challenge: { challenge_type: check, ...asked } }
  for (const connection of loggedIn(service, account)) {
    const attrs = { from: SERVER, ...noticeOf(service, 'mex') }
    const update = node(
      'update',
      { op_name: 'NotificationIntegrityChallengeRequest' },
      Buffer.from(JSON.stringify({ data })),
    )
    connection.send(node('notification', attrs, [update]))
  }
}

function deviceRemoved(): BinaryNode {
  return node('stream:error', { code: '401' }, [node('conflict', { type: 'device_removed' })])
}

function loggedIn(service: Service, account: Account) {
  return [...service.connections].filter(({ login, ended }) => !ended && login?.account === account)
}

function cut(service: Service, account: Account): void {
  for (const connection of loggedIn(service, account)) {
    connection.ended = true
    connection.noise.terminate()
  }
}

function endStreams(service: Service, account: Account, last: BinaryNode): void {
  for (const connection of loggedIn(service, account)) connection.end(last)
}
