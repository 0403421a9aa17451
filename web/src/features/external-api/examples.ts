import {
  getReplyWindowByToken,
  listTemplatesByToken,
  sendMessageByToken,
} from '@balcao/contract/external-api'

export const testMessageKinds = ['text', 'media'] as const
export type TestMessageKind = (typeof testMessageKinds)[number]
/** API examples without a form to try them. `ask` lists the templates, and asks until when free text may be sent. */
export const templateExampleKinds = ['template', 'ask'] as const
export type ExampleKind = TestMessageKind | (typeof templateExampleKinds)[number]
export const exampleLanguages = ['curl', 'javascript'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

export const examplePhoneNumber = '5599999999999'

interface ExampleTexts {
  readonly token: string
  readonly body: string
  readonly file: string
}

export function sendMessageUrl(origin: string): string {
  return `${origin}${sendMessageByToken.path}`
}

export function codeExampleOf(
  kind: ExampleKind,
  language: ExampleLanguage,
  origin: string,
  words: ExampleTexts,
): string {
  return examples[kind][language](origin, words)
}

type Example = (origin: string, words: ExampleTexts) => string

const exampleTemplate = { name: 'pedido_enviado', language: 'pt_BR', values: { body: { 1: 'Ana' } } }

const examples: Record<ExampleKind, Record<ExampleLanguage, Example>> = {
  text: {
    curl: (origin, { token, body }) => `curl -X POST '${sendMessageUrl(origin)}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: pedido-1234' \\
  -d '${JSON.stringify({ number: examplePhoneNumber, body })}'`,
    javascript: (origin, { token, body }) => `const answer = await fetch('${sendMessageUrl(origin)}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'pedido-1234',
  },
  body: JSON.stringify({ number: '${examplePhoneNumber}', body: '${body}' }),
})
console.log(answer.status, await answer.json())`,
  },
  media: {
    curl: (origin, { token, body, file }) => `curl -X POST '${sendMessageUrl(origin)}' \\
  -H 'Authorization: Bearer ${token}' \\
  -F 'number=${examplePhoneNumber}' \\
  -F 'body=${body}' \\
  -F 'medias=@${file}'`,
    javascript: (origin, { token, body, file }) => `import { openAsBlob } from 'node:fs'

const form = new FormData()
form.append('number', '${examplePhoneNumber}')
form.append('body', '${body}')
form.append('medias', await openAsBlob('${file}'), '${file}')

const answer = await fetch('${sendMessageUrl(origin)}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${token}' },
  body: form,
})
console.log(answer.status, await answer.json())`,
  },
  template: {
    curl: (origin, { token }) => `curl -X POST '${sendMessageUrl(origin)}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: pedido-1234' \\
  -d '${JSON.stringify({ number: examplePhoneNumber, template: exampleTemplate }, null, 2)}'`,
    javascript: (origin, { token }) => `const answer = await fetch('${sendMessageUrl(origin)}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'pedido-1234',
  },
  body: JSON.stringify({
    number: '${examplePhoneNumber}',
    template: {
      name: '${exampleTemplate.name}',
      language: '${exampleTemplate.language}',
      values: { body: { 1: 'Ana' } },
    },
  }),
})
console.log(answer.status, await answer.json())`,
  },
  ask: {
    curl: (origin, { token }) => `curl '${origin}${listTemplatesByToken.path}' \\
  -H 'Authorization: Bearer ${token}'

curl '${origin}${getReplyWindowByToken.path}?number=${examplePhoneNumber}' \\
  -H 'Authorization: Bearer ${token}'`,
    javascript: (origin, { token }) => `const headers = { Authorization: 'Bearer ${token}' }

const listed = await fetch('${origin}${listTemplatesByToken.path}', { headers })
const { templates } = await listed.json()

const asked = await fetch('${origin}${getReplyWindowByToken.path}?number=${examplePhoneNumber}', { headers })
const { isOpen, closesAt } = await asked.json()
console.log(templates.map(({ name }) => name), isOpen, closesAt)`,
  },
}
