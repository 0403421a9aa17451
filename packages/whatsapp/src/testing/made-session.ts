import { Curve, generateRegistrationId, signedKeyPair } from 'baileys'
import type { ImportedWhatsappSession } from '../moved-session'

/** A complete session of a device that no WhatsApp knows, without a simulator. */
export function madeSession(phone: string): ImportedWhatsappSession {
  const identity = Curve.generateKeyPair()
  const owner = Curve.generateKeyPair()
  const details = Buffer.from('details of a device')
  return {
    creds: {
      noiseKey: Curve.generateKeyPair(),
      signedIdentityKey: identity,
      signedPreKey: signedKeyPair(identity, 1),
      registrationId: generateRegistrationId(),
      account: {
        details,
        accountSignatureKey: owner.public,
        accountSignature: Curve.sign(
          owner.private,
          Buffer.concat([Buffer.from([6, 0]), details, identity.public]),
        ),
        deviceSignature: Buffer.alloc(64, 1),
      },
      me: { id: `${phone}:7@s.whatsapp.net`, name: 'Loja' },
      nextPreKeyId: 31,
      firstUnuploadedPreKeyId: 31,
      accountSyncCounter: 1,
      registered: false,
    },
    keys: [
      { type: 'pre-key', id: '30', value: Curve.generateKeyPair() },
      { type: 'session', id: '5551988880001.0', value: { _sessions: {}, version: 'v1' } },
    ],
  }
}
