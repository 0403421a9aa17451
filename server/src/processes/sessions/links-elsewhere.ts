import { type IncomingMessage, request } from 'node:http'
import { NotConnected } from '@balcao/whatsapp/gateway'
import { connectionWakeKey } from '../../features/connections/add-to-outbox'
import type { LiveLinks } from '../../features/connections/live-links.port'
import type { Clock } from '../../platform/clock'
import { isProcessAnswerSigned, signProcessCall } from '../../platform/cluster/call-signature'
import type { Node } from '../../platform/cluster/node'
import type { SharedMap } from '../../platform/cluster/shared-map'
import type { Log } from '../../platform/log'
import {
  parseWhatsappLinkFailure,
  readWhatsappLinkCallBody,
  type WhatsappLinkCallArguments,
  type WhatsappLinkCallResult,
  type WhatsappLinkMethod,
  whatsappLinkAnswerBodySchema,
  whatsappLinkCallPath,
  whatsappLinkCallSignatureHeader,
  whatsappLinkCalls,
} from './link-calls'

interface LinksElsewhereParts {
  /** Which process has which open WhatsApp link, by `connectionWakeKey`. */
  readonly openLinks: Pick<SharedMap<true>, 'elsewhere'>
  readonly node: Pick<Node, 'others'>
  /** The key that signs calls between our processes. */
  readonly callKey: Buffer
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

interface Holder {
  readonly id: number
  readonly address: string
}

/**
 * Returns WhatsApp links that are open in other processes. Each method calls the process with the link. If no
 * answer comes, it rejects with `NotConnected`.
 */
export function whatsappLinksOfOtherProcesses(parts: LinksElsewhereParts): LiveLinks['link'] {
  const { openLinks, node, callKey, clock, log } = parts
  return (companyId, connectionId) => {
    const holder = holderOf(connectionWakeKey({ companyId }, connectionId))
    if (holder === null) return null
    const calling =
      <M extends WhatsappLinkMethod>(method: M) =>
      async (...args: WhatsappLinkCallArguments<M>): Promise<WhatsappLinkCallResult<M>> => {
        const { result, limitMs } = whatsappLinkCalls[method]
        const body = JSON.stringify({ companyId, connectionId, method, args })
        const text = await sent(holder, body, limitMs).catch((err: unknown) => {
          log.warn({ err, connectionId, nodeId: holder.id }, 'a process did not answer for its connection')
          throw new NotConnected('the process of this connection did not answer', { cause: err })
        })
        const answer = whatsappLinkAnswerBodySchema.parse(JSON.parse(text))
        if (answer.failure !== undefined) throw parseWhatsappLinkFailure(answer.failure)
        return result.parse(answer.result)
      }
    return {
      typing: calling('typing'),
      requestReupload: calling('requestReupload'),
      lookUp: calling('lookUp'),
      profilePicture: calling('profilePicture'),
      groupInfo: calling('groupInfo'),
      requestPairingCode: calling('requestPairingCode'),
      logout: calling('logout'),
    }
  }

  /** Finds the running process that opened this link last. */
  function holderOf(key: string): Holder | null {
    const others = node.others()
    for (const id of [...openLinks.elsewhere(key).keys()].reverse()) {
      const address = others.find((other) => other.id === id)?.address
      if (address) return { id, address }
    }
    return null
  }

  async function sent({ id, address }: Holder, body: string, limitMs: number): Promise<string> {
    const signature = signProcessCall(callKey, id, body, clock.now())
    const late = new AbortController()
    const callOff = clock.after(limitMs, () => late.abort(new Error('no answer within the time limit')))
    try {
      const answer = await post(`http://${address}${whatsappLinkCallPath}`, signature, body, late.signal)
      const text = await readWhatsappLinkCallBody(answer)
      if (answer.statusCode === 401)
        throw new Error('it refused the signature: the secrets or the clocks of the processes differ')
      if (
        !isProcessAnswerSigned(
          callKey,
          signature,
          text,
          String(answer.headers[whatsappLinkCallSignatureHeader]),
        )
      )
        throw new Error('the answer is not signed')
      return text
    } finally {
      callOff()
    }
  }
}

/** Sends a call over a connection of its own, so that no connection is open when a process stops. */
function post(url: string, signature: string, body: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { 'content-length': Buffer.byteLength(body), [whatsappLinkCallSignatureHeader]: signature }
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent: false, headers, signal }, resolve).on('error', reject).end(body)
  })
}
