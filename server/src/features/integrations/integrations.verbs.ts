import type { IntegrationForm, IntegrationView } from '@balcao/contract/integrations'
import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { IntegrationId } from '@balcao/domain/ids'
import { integrationFormFields } from '@balcao/domain/integrations'
import type { EgressClient } from '../../platform/egress/egress-client'
import type { DataKeys } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { storeIntegrationSecrets } from './integration-secrets'
import { integrationChanged } from './integrations.events'
import {
  insertIntegration,
  removeIntegration,
  saveIntegration,
  saveIntegrationCall,
} from './integrations.queries'
import { integrationToRead } from './integrations.read'
import { integrationView } from './integrations.view'

export interface SaveIntegrationDependencies {
  readonly dataKeys: DataKeys
  readonly outside: Pick<EgressClient, 'mayReach'>
}

export async function createIntegration(
  work: PersonWork,
  form: IntegrationForm,
  { dataKeys, outside }: SaveIntegrationDependencies,
): Promise<IntegrationView> {
  refusePrivateIntegrationUrl(form, outside)
  const { id } = await work.db.one(insertIntegration, { ...written(form), at: work.now })
  await storeIntegrationSecrets(work, id, withSigningSecret(work, form), dataKeys)
  return recordSaved(work, id, 'create')
}

export async function updateIntegration(
  work: PersonWork,
  id: IntegrationId,
  form: IntegrationForm,
  { dataKeys, outside }: SaveIntegrationDependencies,
): Promise<IntegrationView> {
  await integrationToRead(work, id)
  refusePrivateIntegrationUrl(form, outside)
  await work.db.run(saveIntegration, { ...written(form), at: work.now, id })
  await storeIntegrationSecrets(work, id, form, dataKeys)
  return recordSaved(work, id, 'update')
}

/** Deletes an integration. Its connections, queues and tickets continue without it, so agents answer there. */
export async function deleteIntegration(work: PersonWork, id: IntegrationId): Promise<void> {
  const { name } = await integrationToRead(work, id)
  if ((await work.db.run(removeIntegration, { id })) === 0) throw refuse('ERR_NO_INTEGRATION_FOUND')
  await recordAudit(work, { act: 'integration.deleted', subject: { id, name } })
  work.record(integrationChanged, { action: 'delete', integrationId: id })
}

/** Counts failed calls; a null `failure` is a success and resets the count. Enough failures pause the integration. */
export async function recordIntegrationCall(
  work: CompanyWork,
  id: IntegrationId,
  failure: BotFailureReason | null,
): Promise<void> {
  const row = await work.db.row(saveIntegrationCall, { id, failure, at: work.now })
  if (row !== null)
    work.record(integrationChanged, { action: 'update', queueIntegration: integrationView(row) })
}

/** Refuses to save an integration with a private address, because each call would be refused (decision 0042). */
export function refusePrivateIntegrationUrl(
  { type, urlN8N }: Pick<IntegrationForm, 'type' | 'urlN8N'>,
  outside: SaveIntegrationDependencies['outside'],
): void {
  const isCalled = integrationFormFields[type].some((field) => field === 'urlN8N')
  if (isCalled && !outside.mayReach(urlN8N)) throw refuse('ERR_PRIVATE_ADDRESS')
}

/** Generates the secret that signs the calls. An admin can replace it to verify signatures with a known one. */
function withSigningSecret(work: PersonWork, form: IntegrationForm): IntegrationForm {
  return form.signingSecret === '' ? { ...form, signingSecret: work.newUuid() } : form
}

async function recordSaved(
  work: PersonWork,
  id: IntegrationId,
  action: 'create' | 'update',
): Promise<IntegrationView> {
  const queueIntegration = integrationView(await integrationToRead(work, id))
  await recordAudit(work, {
    act: action === 'create' ? 'integration.created' : 'integration.changed',
    subject: { id, name: queueIntegration.name },
    detail: { type: queueIntegration.type },
  })
  work.record(integrationChanged, { action, queueIntegration })
  return queueIntegration
}

function written(form: IntegrationForm) {
  return {
    type: form.type,
    name: form.name,
    projectName: form.projectName,
    language: form.language,
    url: form.urlN8N,
    delayMessage: form.typebotDelayMessage,
    expires: form.typebotExpires,
    keywordFinish: form.typebotKeywordFinish,
    keywordRestart: form.typebotKeywordRestart,
    restartMessage: form.typebotRestartMessage,
    slug: form.typebotSlug,
    unknownMessage: form.typebotUnknownMessage,
  }
}
