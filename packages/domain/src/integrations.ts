export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const
export type IntegrationType = (typeof integrationTypes)[number]

/** The languages in which a Dialogflow agent can be asked (INTEG-08). */
export const dialogflowLanguages = ['pt-BR', 'en', 'es'] as const

/** The defaults of an integration: delay in milliseconds, expiry in minutes (INTEG-02, INTEG-09). */
export const integrationDefaults = {
  type: 'typebot',
  typebotDelayMessage: 1000,
  typebotExpires: 1,
} as const

/** After so many failed calls in a row, an integration pauses until an admin saves it (SECURITY E2). */
export const integrationFailuresUntilPause = 10

/** The fields that the form shows for each type of bot, besides the name (INTEG-03). */
export const integrationFormFields = {
  dialogflow: ['language', 'projectName', 'jsonContent'],
  n8n: ['urlN8N'],
  webhook: ['urlN8N'],
  typebot: [
    'urlN8N',
    'typebotSlug',
    'typebotDelayMessage',
    'typebotExpires',
    'typebotKeywordFinish',
    'typebotKeywordRestart',
    'typebotRestartMessage',
    'typebotUnknownMessage',
  ],
} as const satisfies Record<IntegrationType, readonly string[]>
