import type { IntegrationView } from '@balcao/contract/integrations'
import type { PromptView } from '@balcao/contract/prompts'
import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { credentialMask } from '@balcao/domain/settings'
import { queueId } from './makers'

export const aPrompt = (change: Partial<PromptView> = {}): PromptView => ({
  id: 3 as PromptId, // branding
  name: 'Assistente da loja',
  prompt: 'Você atende a loja.',
  voice: 'texto',
  voiceKey: '',
  voiceRegion: '',
  maxTokens: 250,
  temperature: 1,
  apiKey: credentialMask,
  queueId: queueId(1),
  queue: { id: 1, name: 'Vendas' },
  maxMessages: 10,
  spending: { calls: 12, tokensIn: 3000, tokensOut: 400 },
  lastCallAt: '2026-11-20T12:00:00.000Z',
  lastFailure: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})

export const anIntegration = (change: Partial<IntegrationView> = {}): IntegrationView => ({
  id: 7 as IntegrationId, // branding
  type: 'webhook',
  name: 'Fluxo da loja',
  projectName: 'Fluxo da loja',
  jsonContent: '',
  signingSecret: credentialMask,
  language: '',
  urlN8N: 'https://bot.example/fluxo',
  typebotDelayMessage: 1000,
  typebotExpires: 1,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotSlug: '',
  typebotUnknownMessage: '',
  lastCallAt: '2026-11-20T12:00:00.000Z',
  lastFailure: 'timed-out',
  isPaused: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})
