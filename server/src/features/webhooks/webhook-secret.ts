import type { WebhookId } from '@balcao/domain/ids'
import { type DataKeys, decryptText, encryptText } from '../../platform/encryption'
import { newSecret } from '../../platform/secrets'
import type { CompanyWork } from '../../platform/work'
import { saveWebhookSecret, type WebhookRow } from './webhooks.queries'

type Who = Pick<CompanyWork, 'companyId'>

const context = ({ companyId }: Who, id: WebhookId) => `webhooks.sealed_secret ${companyId} ${id}`

/** Draws a secret, keeps it sealed, and gives it: the one time that it is told. */
export async function renewSecret(
  work: Who & Pick<CompanyWork, 'db' | 'now'>,
  id: WebhookId,
  dataKeys: DataKeys,
): Promise<string> {
  const secret = `whsec_${newSecret()}`
  await work.db.run(saveWebhookSecret, [id, encryptText(dataKeys, secret, context(work, id)), work.now])
  return secret
}

/** In the clear, to sign a call. */
export function secretOf(
  work: Who,
  row: Pick<WebhookRow, 'id' | 'sealed_secret'>,
  dataKeys: DataKeys,
): string {
  return decryptText(dataKeys, row.sealed_secret, context(work, row.id))
}
