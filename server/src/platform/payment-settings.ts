import { z } from 'zod'

export type PaymentSettings =
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'static'; readonly key: string; readonly receiver: string; readonly city: string }
  | {
      readonly provider: 'efi'
      readonly key: string
      readonly clientId: string
      readonly clientSecret: string
      /** The path of the client certificate that the payment provider Efí issues. */
      readonly certificate: string
      readonly password: string | undefined
      readonly isHomologation: boolean
    }

export const paymentEnvironmentFields = {
  PAYMENT_PROVIDER: z.enum(['efi', 'static', 'sandbox'], 'must be efi, static or sandbox').optional(),
  PIX_KEY: z.string().max(77, 'is longer than a Pix key').optional(),
  PIX_RECEIVER: z.string().optional(),
  PIX_CITY: z.string().optional(),
  EFI_CLIENT_ID: z.string().optional(),
  EFI_CLIENT_SECRET: z.string().optional(),
  EFI_CERTIFICATE: z.string().optional(),
  EFI_CERTIFICATE_PASSWORD: z.string().optional(),
  EFI_HOMOLOGATION: z.literal('1', 'must be 1 or absent').optional(),
}
type Fields = z.output<z.ZodObject<typeof paymentEnvironmentFields>>
type Name = keyof typeof paymentEnvironmentFields

const needed: Readonly<Record<'efi' | 'static' | 'sandbox', readonly Name[]>> = {
  efi: ['PIX_KEY', 'EFI_CLIENT_ID', 'EFI_CLIENT_SECRET', 'EFI_CERTIFICATE'],
  static: ['PIX_KEY', 'PIX_RECEIVER', 'PIX_CITY'],
  sandbox: [],
}

/** Problems of the payment settings. The sandbox renews plans without payment, so it is allowed on loopback only. */
export function paymentSettingProblems(fields: Partial<Record<Name, string>>, isLoopback: boolean): string[] {
  const provider = fields.PAYMENT_PROVIDER
  if (provider !== 'efi' && provider !== 'static' && provider !== 'sandbox') return []
  const missing = needed[provider].filter((name) => fields[name] === undefined)
  return [
    ...missing.map((name) => `${name} is needed while PAYMENT_PROVIDER is ${provider}.`),
    ...(provider === 'sandbox' && !isLoopback
      ? ['HOST must be a loopback address while PAYMENT_PROVIDER is sandbox.']
      : []),
  ]
}

/** Null: the platform takes no payments. The demo uses simulated ones. */
export function paymentSettingsOf(fields: Fields, isDemo: boolean): PaymentSettings | null {
  const given = (name: Name) => fields[name] ?? ''
  switch (fields.PAYMENT_PROVIDER ?? (isDemo ? 'sandbox' : undefined)) {
    case undefined:
      return null
    case 'sandbox':
      return { provider: 'sandbox' }
    case 'static':
      return {
        provider: 'static',
        key: given('PIX_KEY'),
        receiver: given('PIX_RECEIVER'),
        city: given('PIX_CITY'),
      }
    case 'efi':
      return {
        provider: 'efi',
        key: given('PIX_KEY'),
        clientId: given('EFI_CLIENT_ID'),
        clientSecret: given('EFI_CLIENT_SECRET'),
        certificate: given('EFI_CERTIFICATE'),
        password: fields.EFI_CERTIFICATE_PASSWORD,
        isHomologation: fields.EFI_HOMOLOGATION === '1',
      }
  }
}
