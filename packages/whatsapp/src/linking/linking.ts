import { randomBytes } from 'node:crypto'
import type { WhatsappWebVersion } from '@balcao/domain/web-version'
import {
  type BinaryNode,
  buildPairingQRData,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
  type WABrowserDescription,
  type WASocket,
} from 'baileys'
import type { LinkCredentials } from '../auth-state'
import type { Clock } from '../clock'
import type { SocketEvent } from '../socket-news'
import { type PairingCodeOutcome, pairingCodeExchange } from './letters'
import { acceptPairing } from './pair-success'
import { qrCodeTimer } from './qr-codes'
import { type StanzaRecord, stanzaRecorder } from './record-stanzas'

export interface DeviceLinkingDependencies {
  readonly baileys: Pick<WASocket, 'ws' | 'sendNode' | 'query' | 'generateMessageTag'>
  readonly creds: LinkCredentials
  readonly browser: WABrowserDescription
  readonly clock: Clock
  readonly codeLifetimeMs: number | undefined
  readonly save: () => Promise<void>
  readonly news: (news: SocketEvent) => void
  readonly record: ((line: StanzaRecord) => void) | undefined
  readonly claimed: WhatsappWebVersion | null
  readonly failed: (error: unknown) => void
}

export interface DeviceLinking {
  /** A pairing code that WhatsApp has accepted for this phone. Rejects with `LinkingRefused`. */
  requestLetters(phone: string): Promise<string>
  stop(): void
}

const advSecretBytes = 32
const pairDevice = 'CB:iq,type:set,pair-device'
const pairSuccess = 'CB:iq,,pair-success'
const notification = 'CB:notification'

/**
 * Replaces Baileys' stanza handlers for linking a phone. Baileys 7.0.0-rc14 ignores a renewed linking secret and the
 * answer to a pairing code request, acknowledges nothing before the login, and uses the secret before storing it.
 */
export function startDeviceLinking(parts: DeviceLinkingDependencies): DeviceLinking {
  const { baileys, creds, browser, clock, codeLifetimeMs, save, news } = parts
  const recording = stanzaRecorder(parts.record, parts.claimed)
  recording.listenTo(baileys.ws)

  const send = async (stanza: BinaryNode): Promise<void> => {
    recording.sent(stanza)
    await baileys.sendNode(stanza)
  }
  const query = (iq: BinaryNode, timeoutMs: number) => {
    const asked = { ...iq, attrs: { ...iq.attrs, id: baileys.generateMessageTag() } }
    recording.sent(asked)
    // Baileys resolves to undefined after a timeout, which its type omits.
    return baileys.query(asked, timeoutMs) as Promise<BinaryNode | undefined>
  }
  const codes = qrCodeTimer({
    clock,
    codeLifetimeMs,
    textOf: (ref) =>
      buildPairingQRData(
        ref,
        base64(creds.noiseKey.public),
        base64(creds.signedIdentityKey.public),
        creds.advSecretKey,
        browser,
      ),
    shown: (code) => news({ kind: 'code', ...code }),
    ended: () => news({ kind: 'codesEnded' }),
  })
  const byLetters = pairingCodeExchange({ creds, query, save })
  const effects = new Map<string, Promise<void>>()

  async function offered(iq: BinaryNode): Promise<void> {
    await send({ tag: 'iq', attrs: { to: S_WHATSAPP_NET, type: 'result', id: iq.attrs.id ?? '' } })
    const refs = getBinaryNodeChildren(getBinaryNodeChild(iq, 'pair-device'), 'ref')
    codes.start(refs.map(({ content }) => textOf(content)))
  }

  /** Handles a notification once, and acknowledges it. WhatsApp repeats it otherwise, and then closes the socket. */
  async function noticed(stanza: BinaryNode): Promise<void> {
    const id = stanza.attrs.id ?? ''
    const effect = effects.get(id) ?? effectOf(stanza)
    effects.set(id, effect)
    await effect.catch(parts.failed)
    await acknowledge(stanza)
  }

  async function effectOf(stanza: BinaryNode): Promise<void> {
    // After the phone has agreed, notifications are only acknowledged: their effects could break the link.
    if (!isServer(stanza.attrs.from) || creds.account !== undefined) return
    switch (stanza.attrs.type) {
      case 'companion_reg_refresh':
        return renewSecret()
      case 'passkey_prologue_request':
        codes.stop()
        news({ kind: 'passkeyAsked' })
        return
      case 'link_code_companion_reg':
        return answerLetters(stanza)
    }
  }

  async function renewSecret(): Promise<void> {
    if (byLetters.ownsSecret()) return
    creds.advSecretKey = randomBytes(advSecretBytes).toString('base64')
    await save()
    codes.renew()
  }

  /**
   * Handles the phone's part of a pairing code. Resolves when the secret is committed, so that the notification is
   * acknowledged without waiting for WhatsApp's answer.
   */
  function answerLetters(stanza: BinaryNode): Promise<void> {
    return new Promise((committed, failed) => {
      byLetters.answer(stanza, committed).then((outcome) => {
        committed()
        tellLetters(outcome)
      }, failed)
    })
  }

  function tellLetters(outcome: PairingCodeOutcome): void {
    if (outcome === 'ignored') return
    if (outcome === 'withdrawn') news({ kind: 'lettersWithdrawn' })
    else if (outcome === 'refused') news({ kind: 'lettersRefused' })
    // The phone may already have agreed when WhatsApp's answer arrives.
    else if (creds.account === undefined) news({ kind: 'lettersTaken' })
  }

  function acknowledge({ attrs }: BinaryNode): Promise<void> {
    const { id = '', from = S_WHATSAPP_NET, type, participant } = attrs
    const named = { ...(type && { type }), ...(participant && { participant }) }
    return send({ tag: 'ack', attrs: { id, to: from, class: 'notification', ...named } })
  }

  async function agreed(stanza: BinaryNode): Promise<void> {
    const done = () => {
      codes.stop()
      news({ kind: 'scanned' })
    }
    await acceptPairing({ creds, send, save, agreed: done }, stanza)
  }

  function replace(event: string, handle: (stanza: BinaryNode) => Promise<void>): void {
    baileys.ws.removeAllListeners(event)
    // Handlers start in order of arrival: one may change the secret, with which the next stanza is signed.
    baileys.ws.on(event, (stanza: BinaryNode) => void handle(stanza).catch(parts.failed))
  }

  replace(pairDevice, offered)
  replace(pairSuccess, agreed)
  replace(notification, noticed)
  return { requestLetters: byLetters.request, stop: codes.stop }
}

/** Baileys decodes the server's address with or without `@`, depending on its encoding. */
function isServer(jid: string | undefined): boolean {
  return jid === S_WHATSAPP_NET || `@${jid}` === S_WHATSAPP_NET
}

function base64(key: Uint8Array): string {
  return Buffer.from(key).toString('base64')
}

function textOf(content: BinaryNode['content']): string {
  return typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString()
}
