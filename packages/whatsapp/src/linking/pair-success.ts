import { type BinaryNode, configureSuccessfulPairing, S_WHATSAPP_NET } from 'baileys'
import type { LinkCreds } from '../auth-state'

const notAuthorized = { code: '401', text: 'not-authorized' }

export interface PairSuccessDependencies {
  readonly creds: LinkCreds
  readonly send: (stanza: BinaryNode) => Promise<void>
  /** Commits the current credentials. */
  readonly save: () => Promise<void>
  /** The phone has agreed, and its signature is committed. */
  readonly agreed: () => void
}

/**
 * Accepts the identity that the phone has signed. Baileys answers before the credentials are stored, so a crash in
 * between leaves a device on the phone whose keys are lost; here they are committed before the answer is sent. A link
 * that was not signed under the valid secret is refused as WhatsApp Web refuses it, and linking continues.
 */
export async function acceptPairing(
  { creds, send, save, agreed }: PairSuccessDependencies,
  stanza: BinaryNode,
): Promise<void> {
  let pairing: ReturnType<typeof configureSuccessfulPairing>
  try {
    pairing = configureSuccessfulPairing(stanza, creds)
  } catch {
    await send(refusalOf(stanza))
    return
  }
  Object.assign(creds, pairing.creds, { isUnproven: true })
  await save()
  agreed()
  await send(pairing.reply)
}

function refusalOf({ attrs }: BinaryNode): BinaryNode {
  return {
    tag: 'iq',
    attrs: { to: S_WHATSAPP_NET, type: 'error', id: attrs.id ?? '' },
    content: [{ tag: 'error', attrs: notAuthorized }],
  }
}
