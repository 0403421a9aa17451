import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { Curve, proto } from 'baileys'

export interface KeyPair {
  public: Buffer
  private: Buffer
}

/** The server's credentials: its static key and the certificate chain that certifies it. */
export interface NoiseAuthority {
  rootPublicKey: Buffer
  staticKey: KeyPair
  /** Encoded `CertChain`: root signs the intermediate key, the intermediate signs the static key. */
  chain: Buffer
}

const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const YEAR_SECONDS = 365 * 24 * 3600

/** The X25519 key pair of a seed and a role, always the same. */
function keyPairFromSeed(seed: string, role: string): KeyPair {
  const secret = createHash('sha256').update(`balcao simulator ${role} ${seed}`).digest()
  secret[0] = (secret[0] ?? 0) & 248
  secret[31] = ((secret[31] ?? 0) & 127) | 64
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_X25519, secret]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { private: secret, public: spki.subarray(-32) }
}

/**
 * The chain that WhatsApp shows: issuer serial 0 is its root. The same seed gives the same root in every process, so
 * that a product in another process can be configured to trust it.
 */
export function makeAuthority(seed: string, now: number): NoiseAuthority {
  const root = keyPairFromSeed(seed, 'root')
  const intermediate = keyPairFromSeed(seed, 'intermediate')
  const staticKey = keyPairFromSeed(seed, 'static')
  const seconds = Math.floor(now / 1000)
  const validity = { notBefore: seconds - 3600, notAfter: seconds + YEAR_SECONDS }
  const chain = proto.CertChain.encode({
    intermediate: certificate({ serial: 1, issuerSerial: 0, key: intermediate.public, ...validity }, root),
    leaf: certificate({ serial: 2, issuerSerial: 1, key: staticKey.public, ...validity }, intermediate),
  }).finish()
  return { rootPublicKey: root.public, staticKey, chain: Buffer.from(chain) }
}

function certificate(details: proto.CertChain.NoiseCertificate.IDetails, signer: KeyPair) {
  const encoded = proto.CertChain.NoiseCertificate.Details.encode(details).finish()
  return { details: encoded, signature: Curve.sign(signer.private, encoded) }
}
