import { randomUUID } from 'node:crypto'
import { type IntegrationForm, integrationForm } from '@balcao/contract/integrations'
import { integrationFormFields, integrationTypes } from '@balcao/domain/integrations'
import { insertMovedIntegrations } from '../../../features/integrations/move-in.queries'
import { encryptText } from '../../../platform/encryption'
import { createRowStep, type SourceRow } from '../step'
import { textOf, timestampsOf } from '../values'

/** Moves integrations. Each outside bot gets a new secret for signing our calls to it, because the source has none. */
export const integrationsStep = createRowStep({
  name: 'integrations',
  kind: 'integration',
  reading: {
    table: 'QueueIntegrations',
    columns: `id type name projectName jsonContent language urlN8N typebotDelayMessage typebotExpires
      typebotKeywordFinish typebotKeywordRestart typebotRestartMessage typebotSlug typebotUnknownMessage
      createdAt updatedAt`,
  },
  target: 'queue_integrations',
  insert: insertMovedIntegrations,
  row(row, { piece, id, context: { dataKeys, companyId } }) {
    const written = formOf(row)
    if (written === null) return 'bot-unusable'
    const seal = (secret: string, column: string) =>
      encryptText(dataKeys, secret, `queue_integrations.${column} ${companyId} ${id}`)
    return {
      type: written.type,
      name: written.name,
      project_name: written.projectName,
      sealed_json_content:
        written.jsonContent === '' ? null : seal(written.jsonContent, 'sealed_json_content'),
      sealed_signing_secret: seal(randomUUID(), 'sealed_signing_secret'),
      language: written.language,
      url: written.urlN8N,
      typebot_delay_message: written.typebotDelayMessage,
      typebot_expires: written.typebotExpires,
      typebot_keyword_finish: written.typebotKeywordFinish,
      typebot_keyword_restart: written.typebotKeywordRestart,
      typebot_restart_message: written.typebotRestartMessage,
      typebot_slug: written.typebotSlug,
      typebot_unknown_message: written.typebotUnknownMessage,
      failures: 0,
      ...timestampsOf(row, piece),
    }
  },
})

/** Converts a row to the form that an admin fills in for an integration. Null: the form would refuse the values. */
function formOf(row: SourceRow): IntegrationForm | null {
  const type = integrationTypes.find((known) => known === textOf(row, 'type'))
  if (type === undefined) return null
  // The source keeps the fields of an integration's earlier type, so only those of its present type are used.
  const own = integrationFormFields[type].map((field) => [field, row[field] ?? ''])
  const name = textOf(row, 'name').trim() || type
  return integrationForm.safeParse({ ...Object.fromEntries(own), type, name }).data ?? null
}
