import type { WebhookId } from '@balcao/domain/ids'
import { type DataKeys, decryptText, encryptText } from '../../platform/encryption'
import { generateSecret } from '../../platform/secrets'
import type { CompanyWork } from '../../platform/work'
import { saveWebhookSecret, type WebhookRow } from './webhooks.queries'

type SecretOwner = Pick<CompanyWork, 'companyId'>

const context = ({ companyId }: SecretOwner, id: WebhookId) => `webhooks.sealed_secret ${companyId} ${id}`

/** Creates a secret, stores it encrypted and returns it. This is the only time that an answer contains it. */
export async function storeNewWebhookSecret(
  work: SecretOwner & Pick<CompanyWork, 'db' | 'now'>,
  id: WebhookId,
  dataKeys: DataKeys,
): Promise<string> {
  const secret = `whsec_${generateSecret()}`
  await work.db.run(saveWebhookSecret, {
    id,
    sealed: encryptText(dataKeys, secret, context(work, id)),
    at: work.now,
  })
  return secret
}

export function decryptWebhookSecret(
  work: SecretOwner,
  row: Pick<WebhookRow, 'id' | 'sealed_secret'>,
  dataKeys: DataKeys,
): string {
  return decryptText(dataKeys, row.sealed_secret, context(work, row.id))
}
