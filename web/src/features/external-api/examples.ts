import { sendByToken } from '@balcao/contract/external-api'

export const sendKinds = ['text', 'media'] as const
export type SendKind = (typeof sendKinds)[number]
export const exampleLanguages = ['curl', 'javascript'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** The required format of a number, as the page explains it (EXTAPI-06). */
export const exampleNumber = '5599999999999'

/** The texts inside an example, in the reader's language. */
export interface ExampleWords {
  readonly token: string
  readonly body: string
  readonly file: string
}

/** The url of the call on this installation. */
export function addressOfCall(origin: string): string {
  return `${origin}${sendByToken.path}`
}

/** A program that runs once the token is filled in. */
export function exampleOf(
  kind: SendKind,
  language: ExampleLanguage,
  origin: string,
  words: ExampleWords,
): string {
  return examples[kind][language](addressOfCall(origin), words)
}

type Example = (address: string, words: ExampleWords) => string

const examples: Record<SendKind, Record<ExampleLanguage, Example>> = {
  text: {
    curl: (address, { token, body }) => `curl -X POST '${address}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: pedido-1234' \\
  -d '${JSON.stringify({ number: exampleNumber, body })}'`,
    javascript: (address, { token, body }) => `const answer = await fetch('${address}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'pedido-1234',
  },
  body: JSON.stringify({ number: '${exampleNumber}', body: '${body}' }),
})
console.log(answer.status, await answer.json())`,
  },
  media: {
    curl: (address, { token, body, file }) => `curl -X POST '${address}' \\
  -H 'Authorization: Bearer ${token}' \\
  -F 'number=${exampleNumber}' \\
  -F 'body=${body}' \\
  -F 'medias=@${file}'`,
    javascript: (address, { token, body, file }) => `import { openAsBlob } from 'node:fs'

const form = new FormData()
form.append('number', '${exampleNumber}')
form.append('body', '${body}')
form.append('medias', await openAsBlob('${file}'), '${file}')

const answer = await fetch('${address}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${token}' },
  body: form,
})
console.log(answer.status, await answer.json())`,
  },
}
