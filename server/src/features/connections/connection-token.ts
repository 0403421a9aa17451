import { createHash, timingSafeEqual } from 'node:crypto'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { newSecret } from '../../platform/secrets'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { dropToken, saveToken, tokenHashOf } from './connection-token.queries'
import { connectionToRead } from './connections.access'
import { recordConnection } from './connections.events'

/**
 * Makes the bearer of the external API for a connection (CONN-28, docs/features/external-api.md) and gives it: the one time that it is
 * known. A former one ends with it. The database keeps what tells whether a presented token is right.
 */
export async function makeToken(work: CompanyWork, connectionId: ConnectionId): Promise<string> {
  const { name, token_last_four: former } = await connectionToRead(work, connectionId)
  const token = tokenText(work, connectionId)

  await work.db.run(saveToken, [connectionId, hashOfToken(token), token.slice(-4), work.now])

  await recordAudit(work, {
    act: 'connection.tokenMade',
    subject: { id: connectionId, name },
    detail: { replaced: former !== null },
  })
  recordConnection(work, await connectionToRead(work, connectionId))
  return token
}

/** Whoever holds the token is a stranger from here on. A connection without one stays as it is. */
export async function revokeToken(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const { name } = await connectionToRead(work, connectionId)

  if ((await work.db.run(dropToken, [connectionId, work.now])) === 0) return

  await recordAudit(work, { act: 'connection.tokenRevoked', subject: { id: connectionId, name } })
  recordConnection(work, await connectionToRead(work, connectionId))
}

/** It names its company and connection, so that whoever presents it is looked up inside that company alone. */
function tokenText({ companyId }: CompanyWork, connectionId: ConnectionId): string {
  return `balcao_${companyId}_${connectionId}_${newSecret()}`
}

const tokenForm = /^balcao_([1-9]\d{0,9})_([1-9]\d{0,9})_[\w-]{43}$/
const largestId = 2_147_483_647

/** Where a presented token says that it belongs; null when it cannot be one. Whether it is right is `isTokenOf`'s to say. */
export function placeOfToken(token: string): { companyId: CompanyId; connectionId: ConnectionId } | null {
  const [, company, connection] = (tokenForm.exec(token) ?? []).map(Number)
  if (company === undefined || connection === undefined) return null
  if (company > largestId || connection > largestId) return null
  return { companyId: company as CompanyId, connectionId: connection as ConnectionId } // branding is parsing
}

/** Whether this is the token of a connection of the act's company, now. */
export async function isTokenOf(
  { db }: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
  token: string,
): Promise<boolean> {
  const kept = (await db.row(tokenHashOf, [connectionId]))?.token_hash ?? null
  return kept !== null && timingSafeEqual(kept, hashOfToken(token))
}

/** A plain hash is enough: 256 drawn bits cannot be guessed. */
function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
