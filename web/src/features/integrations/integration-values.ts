import type { IntegrationView } from '@balcao/contract/integrations'
import { integrationDefaults } from '@balcao/domain/integrations'
import type { IntegrationBody } from './api/integrations'

/** As the fields hold them: secrets are what somebody types now. */
export function valuesOf(integration: IntegrationView | null): IntegrationBody {
  return {
    type: integration?.type ?? integrationDefaults.type,
    name: integration?.name ?? '',
    projectName: integration?.projectName ?? '',
    jsonContent: '',
    signingSecret: '',
    language: integration?.language ?? '',
    urlN8N: integration?.urlN8N ?? '',
    typebotDelayMessage: integration?.typebotDelayMessage ?? integrationDefaults.typebotDelayMessage,
    typebotExpires: integration?.typebotExpires ?? integrationDefaults.typebotExpires,
    typebotKeywordFinish: integration?.typebotKeywordFinish ?? '',
    typebotKeywordRestart: integration?.typebotKeywordRestart ?? '',
    typebotRestartMessage: integration?.typebotRestartMessage ?? '',
    typebotSlug: integration?.typebotSlug ?? '',
    typebotUnknownMessage: integration?.typebotUnknownMessage ?? '',
  }
}

/** Existing servers know n8n, webhooks and typebots by their name as the project's (wire 2). */
export function bodyOf(values: IntegrationBody): IntegrationBody {
  return values.type === 'dialogflow' ? values : { ...values, projectName: values.name }
}
