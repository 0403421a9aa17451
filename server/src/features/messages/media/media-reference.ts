import type { MediaReference } from '@balcao/whatsapp/gateway'
import { type DataKeys, decrypt, encrypt } from '../../../platform/encryption'
import type { CompanyWork } from '../../../platform/work'

export function encryptMediaReference(
  { companyId }: Pick<CompanyWork, 'companyId'>,
  dataKeys: DataKeys,
  whatsappId: string,
  reference: MediaReference | null,
): Buffer | null {
  return reference && encrypt(dataKeys, Buffer.from(reference), contextOf(companyId, whatsappId))
}

export function decryptMediaReference(
  { companyId }: Pick<CompanyWork, 'companyId'>,
  dataKeys: DataKeys,
  whatsappId: string,
  sealed: Buffer,
): MediaReference {
  const reference = decrypt(dataKeys, sealed, contextOf(companyId, whatsappId)).toString()
  return reference as MediaReference // The cast is safe: it was valid when it was encrypted.
}

/** Binds a media reference to its message, so that no other message can decrypt it. */
function contextOf(companyId: CompanyWork['companyId'], whatsappId: string): string {
  return `messages.media_reference ${companyId} ${whatsappId}`
}
