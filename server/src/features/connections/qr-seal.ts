import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { type DataKeys, decrypt, encrypt } from '../../platform/encryption'

/** Encrypts the QR text, because a reader of the text could link the number elsewhere. */
export function encryptQr(
  dataKeys: DataKeys,
  companyId: CompanyId,
  connectionId: ConnectionId,
  qr: string,
): Buffer {
  return encrypt(dataKeys, Buffer.from(qr), contextOf(companyId, connectionId))
}

export function decryptQr(
  dataKeys: DataKeys,
  companyId: CompanyId,
  connectionId: ConnectionId,
  sealed: Uint8Array,
): string {
  return decrypt(dataKeys, sealed, contextOf(companyId, connectionId)).toString()
}

function contextOf(companyId: CompanyId, connectionId: ConnectionId): string {
  return `connections.sealed_qr ${companyId} ${connectionId}`
}
