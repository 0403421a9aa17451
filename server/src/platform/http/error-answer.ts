import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ErrorTextLanguage, errorMessage, errorTexts } from '@balcao/contract/error-message'
import { type ErrorResponseBody, specificationErrorCodes } from '@balcao/contract/errors'
import type { z } from 'zod'
import { databaseTroubleIn, isStatementTimeout } from '../database/database-trouble'
import { Refusal, refuse } from '../refusal'
import { requestIdHeader, requestIdOf } from './request-id'

/**
 * Error texts that forms show. The server returns such a text instead of an error code (ERR-37). All other schema
 * errors get a code.
 */
const formErrorText = new Set([
  'Required',
  'Too Short!',
  'Informe o setor',
  'Invalid URL',
  'Invalid language',
  'Too Long!',
  'Invalid email',
  'Invalid number',
  'Invalid date',
  'Invalid day',
  'Invalid colour',
  'Invalid video',
  'Invalid country',
  'Invalid time zone',
  'Obrigatório',
  'Mensagem muito curta',
  'nome muito curto',
  'Parametrize o filtro',
  'Por favor, preencha o título da conversa.',
  'Por favor, selecione pelo menos um usuário.',
  'O nome completo é obrigatório',
  'O Endereço é obrigatório',
  'Cidade é obrigatória',
  'CEP é obrigatório',
  'País é obrigatório',
])

export function validationRefusal(error: z.ZodError): Refusal {
  const [first] = error.issues
  const formText = first !== undefined && formErrorText.has(first.message) ? first.message : null
  return new Refusal('ERR_VALIDATION', { field: first?.path.join('.') ?? '' }, formText)
}

/** Converts a database failure or a statement time-out to a refusal. Returns any other error unchanged. */
export function storageFailureToRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (isStatementTimeout(error)) return refuse('ERR_DATABASE_TIMEOUT')
  const trouble = databaseTroubleIn(error)
  if (trouble === undefined) return error
  switch (trouble.kind) {
    case 'full':
      return refuse('ERR_STORAGE_FULL')
    case 'unavailable':
      return refuse('ERR_DATABASE_UNAVAILABLE')
    case 'moving':
      return refuse('ERR_COMPANY_MOVING', { retryAfterSeconds: 1 })
    case 'moved':
      return refuse('ERR_COMPANY_MOVED')
  }
}

/**
 * The status and body for an error. One that is no `Refusal` is a bug, and its answer reveals nothing. `languages`: the
 * `Accept-Language` header.
 */
export function errorAnswer(error: unknown, languages?: string): { status: number; body: ErrorResponseBody } {
  if (!(error instanceof Refusal)) return { status: 500, body: { error: 'Internal server error' } }
  const { code, text, data, status } = error
  const needsMessage = text === null && !specificationErrorCodes.has(code)
  return {
    status,
    body: {
      error: text ?? code,
      ...(needsMessage && { message: errorMessage(code, data, preferredTextLanguage(languages)) }),
      ...(Object.keys(data).length > 0 && { data }),
    },
  }
}

/** The language for an `Accept-Language` header. Clients list the preferred one first, so weights are ignored. */
export function preferredTextLanguage(header: string | undefined): ErrorTextLanguage {
  const languages = (header ?? '').split(',').map((tag) => /^\s*(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? '')
  return languages.find(isTextLanguage) ?? 'pt'
}

function isTextLanguage(language: string): language is ErrorTextLanguage {
  return Object.hasOwn(errorTexts, language)
}

/** Answers every call with 503 while the database is unavailable, so that proxies, pages and monitors retry. */
export async function serveDatabaseUnavailable(address: {
  port: number
  host: string
}): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, reply) => {
    request.resume()
    const { status, body } = errorAnswer(
      refuse('ERR_DATABASE_UNAVAILABLE'),
      request.headers['accept-language'],
    )
    reply
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '2',
        [requestIdHeader]: requestIdOf(request, []),
        connection: 'close',
      })
      .end(JSON.stringify(body))
  })
  server.listen(address)
  await once(server, 'listening') // rejects when the port cannot be opened
  return {
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
