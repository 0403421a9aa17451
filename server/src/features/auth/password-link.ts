import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'

export const passwordLinkLifetimeSeconds = { forgotten: 3_600, invitation: 7 * 24 * 3_600 } as const
export type PasswordLinkKind = keyof typeof passwordLinkLifetimeSeconds

export interface PasswordLink {
  readonly kind: PasswordLinkKind
  readonly companyId: CompanyId
  readonly userId: UserId
  readonly expiresAt: Date
}

/** A link's signature also covers these fields, so that a new e-mail or password invalidates it and it works once. */
export interface PasswordLinkAccount {
  readonly email: string
  readonly password_hash: string
}

const pattern = z.tuple([
  z.enum(['forgotten', 'invitation']),
  z.coerce.number<string>().int().positive().max(2_147_483_647),
  z.coerce.number<string>().int().positive().max(2_147_483_647),
  z.coerce.number<string>().int().positive().max(9_999_999_999),
  z.string().regex(/^[\w-]{43}$/),
])

/** A password link's token, which is not stored: kind, company, user, expiry, signed with e-mail and password hash. */
export function passwordLinkToken(
  tokenKey: string,
  link: PasswordLink,
  account: PasswordLinkAccount,
): string {
  return `${fieldsOf(link)}.${signatureOf(tokenKey, link, account)}`
}

/** Null: the text has not the form of a token. The caller checks the signature with `isLinkSignedForAccount`. */
export function parsePasswordLinkToken(
  token: string,
): (PasswordLink & { readonly signature: string }) | null {
  const parsed = pattern.safeParse(token.split('.'))
  if (!parsed.success) return null
  const [kind, companyId, userId, seconds, signature] = parsed.data
  return {
    kind,
    companyId: companyId as CompanyId, // The transaction finds no account if there is no such company.
    userId: userId as UserId,
    expiresAt: new Date(seconds * 1000),
    signature,
  }
}

export function isLinkSignedForAccount(
  tokenKey: string,
  { signature, ...link }: PasswordLink & { readonly signature: string },
  account: PasswordLinkAccount,
): boolean {
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(tokenKey, link, account)))
}

function fieldsOf({ kind, companyId, userId, expiresAt }: PasswordLink): string {
  return [kind, companyId, userId, Math.ceil(expiresAt.getTime() / 1000)].join('.')
}

function signatureOf(
  tokenKey: string,
  link: PasswordLink,
  { email, password_hash }: PasswordLinkAccount,
): string {
  const text = ['password link', fieldsOf(link), email, password_hash].join(' ')
  return createHmac('sha256', tokenKey).update(text).digest('base64url')
}
