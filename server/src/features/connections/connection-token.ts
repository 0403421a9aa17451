import { createHash, timingSafeEqual } from 'node:crypto'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { generateSecret } from '../../platform/secrets'
import type { CompanyWork, Workplace } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { connectionToRead } from './connections.access'
import { recordConnectionChanged } from './connections.events'
import {
  connectionsOfToken,
  deleteApiToken,
  saveApiToken,
  tokenHashOfConnection,
} from './connections.queries'

/** Makes the bearer token of the external API (CONN-28). The database stores its hash and last four characters. */
export async function createApiToken(work: CompanyWork, connectionId: ConnectionId): Promise<string> {
  const { name, token_last_four: former } = await connectionToRead(work, connectionId)
  const token = tokenText(work, connectionId)

  await work.db.run(saveApiToken, {
    connectionId,
    hash: hashOfApiToken(token),
    lastFour: token.slice(-4),
    at: work.now,
  })

  await recordAudit(work, {
    act: 'connection.tokenMade',
    subject: { id: connectionId, name },
    detail: { replaced: former !== null },
  })
  recordConnectionChanged(work, await connectionToRead(work, connectionId))
  return token
}

/** Revokes the token: API calls with it are refused from now on. A connection without a token is unchanged. */
export async function revokeApiToken(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const { name } = await connectionToRead(work, connectionId)

  if ((await work.db.run(deleteApiToken, { connectionId, at: work.now })) === 0) return

  await recordAudit(work, { act: 'connection.tokenRevoked', subject: { id: connectionId, name } })
  recordConnectionChanged(work, await connectionToRead(work, connectionId))
}

/** The token names its company and connection, so that the lookup runs inside that company. */
function tokenText({ companyId }: CompanyWork, connectionId: ConnectionId): string {
  return `balcao_${companyId}_${connectionId}_${generateSecret()}`
}

const tokenForm = /^balcao_([1-9]\d{0,9})_([1-9]\d{0,9})_[\w-]{43}$/
const largestId = 2_147_483_647

/** The company and connection that a token names; null when its form is wrong. `isTokenOfConnection` verifies it. */
export function parseApiToken(token: string): { companyId: CompanyId; connectionId: ConnectionId } | null {
  const [, company, connection] = (tokenForm.exec(token) ?? []).map(Number)
  if (company === undefined || connection === undefined) return null
  if (company > largestId || connection > largestId) return null
  // The cast only brands a checked value.
  return { companyId: company as CompanyId, connectionId: connection as ConnectionId }
}

/** The minimum length of a token imported from another product. Shorter tokens can be guessed. */
export const minImportedTokenLength = 16
const longestMovedToken = 500

/** The connection of an imported token, which names no company (docs/features/move-ins.md). Null: none, or several. */
export async function connectionOfImportedToken(
  workplace: Pick<Workplace, 'withPlatform'>,
  token: string,
): Promise<{ companyId: CompanyId; connectionId: ConnectionId } | null> {
  if (token.length < minImportedTokenLength || token.length > longestMovedToken) return null
  const found = await workplace.withPlatform('find a moved token', ({ db }) =>
    db.rows(connectionsOfToken, { hash: hashOfApiToken(token) }),
  )
  const [one, other] = found
  return one === undefined || other !== undefined ? null : { companyId: one.company_id, connectionId: one.id }
}

export async function isTokenOfConnection(
  { db }: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
  token: string,
): Promise<boolean> {
  const kept = (await db.row(tokenHashOfConnection, { connectionId }))?.token_hash ?? null
  return kept !== null && timingSafeEqual(kept, hashOfApiToken(token))
}

/**
 * SHA-256 without a salt is enough: tokens are 256 random bits, or at least 16 characters if they are imported.
 */
export function hashOfApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
