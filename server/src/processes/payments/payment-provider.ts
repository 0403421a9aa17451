import { readFile } from 'node:fs/promises'
import { efiBaseUrls, efiPix } from '../../outside/pix/efi-pix'
import type { PixProvider } from '../../outside/pix/port'
import { sandboxPix } from '../../outside/pix/sandbox-pix'
import { staticPix } from '../../outside/pix/static-pix'
import type { TlsClientCertificate } from '../../platform/egress/connect-checked'
import { createEgressClient } from '../../platform/egress/egress-client'
import { StartUpProblem } from '../../platform/fatal'
import type { PaymentSettings } from '../../platform/payment-settings'

export interface OpenedPaymentProvider {
  readonly provider: PixProvider | null
  close(): Promise<void>
}

export async function openPaymentProvider(
  settings: PaymentSettings | null,
  secret: string,
  now: () => Date,
): Promise<OpenedPaymentProvider> {
  const close = async () => undefined
  if (settings === null) return { provider: null, close }
  switch (settings.provider) {
    case 'sandbox':
      return { provider: sandboxPix(secret), close }
    case 'static':
      return { provider: staticPix(settings), close }
    case 'efi': {
      const outside = createEgressClient({
        identity: await identityIn(settings.certificate, settings.password),
      })
      const baseUrl = settings.isHomologation ? efiBaseUrls.homologation : efiBaseUrls.production
      const { clientId, clientSecret, key: pixKey } = settings
      const provider = efiPix({ baseUrl, clientId, clientSecret, pixKey, outside, secret, now })
      return { provider, close: () => outside.close() }
    }
  }
}

/** Reads our client certificate of the bank Efí: PKCS#12 as downloaded, or PEM with certificate and key in one file. */
async function identityIn(path: string, passphrase: string | undefined): Promise<TlsClientCertificate> {
  const file = await readFile(path).catch((cause: unknown) => {
    throw new StartUpProblem(`EFI_CERTIFICATE: ${path} cannot be read.`, { cause })
  })
  const text = file.toString('latin1')
  if (!text.includes('-----BEGIN')) return { pfx: file, passphrase }
  return { cert: text, key: text }
}
