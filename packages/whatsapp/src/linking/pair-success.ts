import { type BinaryNode, configureSuccessfulPairing, S_WHATSAPP_NET } from 'baileys'
import type { LinkCredentials } from '../auth-state'

const notAuthorized = { code: '401', text: 'not-authorized' }

export interface PairSuccessDependencies {
  readonly creds: LinkCredentials
  readonly send: (stanza: BinaryNode) => Promise<void>
  readonly save: () => Promise<void>
  /** Called when the phone has agreed, and its signature is committed. */
  readonly agreed: () => void
}

/**
 * The credentials are committed before the phone gets our answer. A crash in the opposite order would leave a linked
 * device without keys. A link signed with a former secret is refused, and the linking continues.
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
