import { expect, test } from 'vitest'
import type { z } from 'zod'
import { announcementForm } from './announcements'
import { subscriptionForm } from './billing'
import { chatForm } from './chats'
import { fileListForm } from './file-lists'
import { helpVideoForm } from './helps'
import { holidayForm } from './holidays'
import { integrationForm } from './integrations'
import { noteForm } from './notes'
import { quickMessageForm } from './quick-messages'
import { scheduleForm } from './schedules'
import { createTag } from './tags'
import { webhookForm } from './webhooks'

/** The first error text of a field of a form. */
function wordsOf(form: z.ZodType, sent: object, field: string): string | undefined {
  return form.safeParse(sent).error?.issues.find(({ path }) => path.join('.') === field)?.message
}

test.each<[string, z.ZodType, string, string]>([
  ['QUICK-03', quickMessageForm, 'shortcode', 'Obrigatório'],
  ['SCHED-05', scheduleForm, 'body', 'Obrigatório'],
  ['SCHED-06', scheduleForm, 'contactId', 'Obrigatório'],
  ['SCHED-06', scheduleForm, 'sendAt', 'Obrigatório'],
  ['FILE-03', fileListForm, 'name', 'Obrigatório'],
  ['FILE-03', fileListForm, 'message', 'Obrigatório'],
  ['TAG-03', createTag.body, 'name', 'Obrigatório'],
  ['ANNOUNCE-05', announcementForm, 'title', 'Obrigatório'],
  ['ANNOUNCE-05', announcementForm, 'text', 'Obrigatório'],
  ['CHAT-05', chatForm, 'title', 'Por favor, preencha o título da conversa.'],
  ['NOTE-05', noteForm, 'note', 'Required'],
  ['HELP-07', helpVideoForm, 'title', 'Required'],
  ['HELP-07', helpVideoForm, 'video', 'Required'],
  ['SUBSCR-02', subscriptionForm, 'city', 'Cidade é obrigatória'],
  ['SUBSCR-02', subscriptionForm, 'country', 'País é obrigatório'],
  ['the day of a holiday', holidayForm, 'day', 'Required'],
  ['its name', holidayForm, 'name', 'Required'],
  ['the address of a webhook', webhookForm, 'url', 'Required'],
])('ERR-37 %s: left out or empty, its error has the text of the form', (_, form, field, words) => {
  expect(wordsOf(form, {}, field)).toBe(words)
  expect(wordsOf(form, { [field]: '' }, field)).toBe(words)
})

test.each(['-1', '0.5', 'muito'])(
  'ERR-37 an invalid number %j of an integration gets our own error text',
  (number) => {
    const sent = { name: 'Fluxo', type: 'n8n', urlN8N: 'https://bot.example', typebotDelayMessage: number }

    expect(wordsOf(integrationForm, sent, 'typebotDelayMessage')).toBe('Invalid number')
  },
)
