import type { IntegrationId } from '@balcao/domain/ids'
import { credentialMask } from '@balcao/domain/settings'
import type { BotSettings } from '../../outside/bots/port'
import { type DataKeys, decryptText, encryptText } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { type IntegrationRow, saveIntegrationSecrets } from './integrations.queries'

type SecretOwner = Pick<CompanyWork, 'companyId'>
const context = ({ companyId }: SecretOwner, id: IntegrationId, column: string) =>
  `queue_integrations.${column} ${companyId} ${id}`

export interface IntegrationSecrets {
  readonly jsonContent: string
  readonly signingSecret: string
}

/** Stores the secrets of a form encrypted; an empty or masked one leaves the stored secret (INTEG-01, SETTING-08). */
export async function storeIntegrationSecrets(
  work: SecretOwner & Pick<CompanyWork, 'db'>,
  id: IntegrationId,
  secrets: IntegrationSecrets,
  dataKeys: DataKeys,
): Promise<void> {
  const seal = (secret: string, column: string) =>
    isUnchangedSecret(secret) ? null : encryptText(dataKeys, secret, context(work, id, column))
  await work.db.run(saveIntegrationSecrets, {
    id,
    jsonContent: seal(secrets.jsonContent, 'sealed_json_content'),
    signingSecret: seal(secrets.signingSecret, 'sealed_signing_secret'),
  })
}

/** The secrets in plaintext, for a call of the bot. A secret that was never set is empty. */
export function decryptIntegrationSecrets(
  work: SecretOwner,
  row: IntegrationRow,
  dataKeys: DataKeys,
): IntegrationSecrets {
  const open = (sealed: string | null, column: string) =>
    sealed === null ? '' : decryptText(dataKeys, sealed, context(work, row.id, column))
  return {
    jsonContent: open(row.sealed_json_content, 'sealed_json_content'),
    signingSecret: open(row.sealed_signing_secret, 'sealed_signing_secret'),
  }
}

/** Whether the form sent nothing or the mask, because the user typed no new secret. */
export function isUnchangedSecret(secret: string): boolean {
  return secret === '' || secret === credentialMask
}

export function buildIntegrationBotSettings(
  row: IntegrationRow,
  { jsonContent, signingSecret }: IntegrationSecrets,
): BotSettings {
  return {
    type: row.type,
    integrationId: row.id,
    name: row.name,
    url: row.url,
    signingSecret,
    projectName: row.project_name,
    jsonContent,
    language: row.language,
    typebotSlug: row.typebot_slug,
  }
}
