import type { IntegrationView } from '@balcao/contract/integrations'
import { integrationDefaults } from '@balcao/domain/integrations'
import type { IntegrationBody } from './api/integrations'

/** The values of the fields: stored secrets are empty until a new one is typed. */
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

/** Existing servers store the name of n8n, webhooks and typebots as `projectName` too (wire 2). */
export function bodyOf(values: IntegrationBody): IntegrationBody {
  return values.type === 'dialogflow' ? values : { ...values, projectName: values.name }
}
