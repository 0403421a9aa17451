import { botFailureReasons } from '@balcao/domain/bot-failures'
import type { IntegrationId } from '@balcao/domain/ids'
import { dialogflowLanguages, integrationDefaults, integrationTypes } from '@balcao/domain/integrations'
import { z } from 'zod'
import { endpoint, typedAddressRateLimit } from './endpoint'
import {
  emptyToNull,
  idParam,
  idSchema,
  instant,
  nameText,
  optionalId,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  textOrEmpty,
} from './wire-values'

/** An outside bot. Fields that do not belong to the bot's type are empty. */
export const integration = z.object({
  id: idSchema<IntegrationId>(),
  type: z.enum(integrationTypes),
  name: z.string(),
  projectName: z.string(),
  /** The Dialogflow credentials. Write-only: answers hold a mask instead of a stored value. */
  jsonContent: z.string(),
  /** The key that signs calls to n8n and webhooks. Write-only: answers hold a mask instead of it. */
  signingSecret: z.string(),
  language: z.string(),
  urlN8N: z.string(),
  typebotDelayMessage: z.number().int(),
  typebotExpires: z.number().int(),
  typebotKeywordFinish: z.string(),
  typebotKeywordRestart: z.string(),
  typebotRestartMessage: z.string(),
  typebotSlug: z.string(),
  typebotUnknownMessage: z.string(),
  lastCallAt: instant.nullable(),
  lastFailure: z.enum(botFailureReasons).nullable(),
  /** True after too many failed calls in a row. The bot gets no calls until a user saves the integration. */
  isPaused: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type IntegrationView = z.output<typeof integration>

const count = (max: number, byDefault: number) =>
  z
    .preprocess(
      (value) => emptyToNull(value) ?? byDefault,
      z.coerce
        .number('Invalid number')
        .int('Invalid number')
        .min(0, 'Invalid number')
        .max(max, 'Invalid number'),
    )
    .default(byDefault)

const integrationFields = z.object({
  type: z.enum(integrationTypes).default(integrationDefaults.type),
  name: nameText,
  projectName: textOrEmpty(200),
  jsonContent: textOrEmpty(20_000),
  signingSecret: textOrEmpty(200),
  language: textOrEmpty(10),
  urlN8N: textOrEmpty(2_000),
  typebotDelayMessage: count(60_000, integrationDefaults.typebotDelayMessage),
  typebotExpires: count(525_600, integrationDefaults.typebotExpires),
  typebotKeywordFinish: textOrEmpty(100),
  typebotKeywordRestart: textOrEmpty(100),
  typebotRestartMessage: textOrEmpty(4_096),
  typebotSlug: textOrEmpty(200),
  typebotUnknownMessage: textOrEmpty(4_096),
})

/** The required fields of each type (INTEG-06 to INTEG-08). */
function refineByType(
  form: Pick<z.output<typeof integrationFields>, 'type' | 'language' | 'urlN8N' | 'typebotSlug'>,
  context: z.RefinementCtx,
): void {
  const wrong = (field: string, words: string) =>
    context.addIssue({ code: 'custom', path: [field], message: words })
  if (form.type === 'dialogflow') {
    if (form.language === '') wrong('language', 'Required')
    else if (!dialogflowLanguages.some((language) => language === form.language))
      wrong('language', 'Invalid language')
    return
  }
  if (form.urlN8N === '') wrong('urlN8N', 'Required')
  else if (!isWebAddress(form.urlN8N)) wrong('urlN8N', 'Invalid URL')
  if (form.type === 'typebot' && form.typebotSlug === '') wrong('typebotSlug', 'Required')
}

function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const integrationForm = integrationFields.superRefine(refineByType)
export type IntegrationForm = z.output<typeof integrationForm>

const manage = { access: 'integrations.manage', planFlag: 'useIntegrations' } as const
const integrationParams = z.object({ integrationId: idParam<IntegrationId>() })

export const listIntegrations = endpoint('GET /queueIntegration', {
  name: 'integrations.list',
  summary: 'Outside bots of the company, newest first',
  access: 'session',
  planFlag: 'useIntegrations',
  query: z.object(pagingQuery),
  answer: z.object({ queueIntegrations: z.array(integration), ...pageFields }),
})

export const getIntegration = endpoint('GET /queueIntegration/:integrationId', {
  name: 'integrations.get',
  summary: 'One outside bot',
  access: 'session',
  planFlag: 'useIntegrations',
  params: integrationParams,
  answer: integration,
  errors: ['ERR_NO_INTEGRATION_FOUND'],
})

export const createIntegration = endpoint('POST /queueIntegration', {
  name: 'integrations.create',
  summary: 'Adds an outside bot',
  ...manage,
  closedToSupport: true,
  body: integrationForm,
  answer: integration,
  errors: ['ERR_PRIVATE_ADDRESS'],
})

export const updateIntegration = endpoint('PUT /queueIntegration/:integrationId', {
  name: 'integrations.update',
  summary: 'Changes an outside bot, and ends its pause; a secret that is empty or the mask stays as it is',
  ...manage,
  closedToSupport: true,
  params: integrationParams,
  body: integrationForm,
  answer: integration,
  errors: ['ERR_NO_INTEGRATION_FOUND', 'ERR_PRIVATE_ADDRESS'],
})

export const deleteIntegration = endpoint('DELETE /queueIntegration/:integrationId', {
  name: 'integrations.delete',
  summary: 'Deletes an outside bot; tickets that it answered wait for people',
  ...manage,
  closedToSupport: true,
  params: integrationParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_INTEGRATION_FOUND'],
})

export const testIntegration = endpoint('POST /queueIntegration/testSession', {
  name: 'integrations.test',
  summary:
    'Calls a bot once with the settings of the form, and returns the start of its answer; `integrationId` supplies secrets that the form masks',
  ...manage,
  closedToSupport: true,
  body: integrationFields
    .extend({
      integrationId: optionalId<IntegrationId>(),
      type: z.enum(integrationTypes).default('dialogflow'),
      name: textOrEmpty(50),
    })
    .superRefine(refineByType),
  answer: resultMessageAnswer,
  pace: typedAddressRateLimit,
  errors: ['ERR_NO_INTEGRATION_FOUND', 'ERR_PRIVATE_ADDRESS', 'ERR_BOT_FAILED'],
})
export type IntegrationTestForm = z.output<typeof testIntegration.body>
