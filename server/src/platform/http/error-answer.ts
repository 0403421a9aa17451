import { errorMessage, errorTexts, type TextLanguage } from '@balcao/contract/error-message'
import { documentedCodes, type ErrorBody } from '@balcao/contract/errors'
import type { z } from 'zod'
import { databaseTroubleIn, hasTimedOut } from '../database/database-trouble'
import { Refusal, refuse } from '../refusal'

/** Words of the forms: the server answers the same ones (ERR-37). Other complaints of a schema are a code. */
const formWords = new Set([
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

/** The refusal that says which field of a call was wrong. */
export function validationRefusal(error: z.ZodError): Refusal {
  const [first] = error.issues
  const words = first !== undefined && formWords.has(first.message) ? first.message : null
  return new Refusal('ERR_VALIDATION', { field: first?.path.join('.') ?? '' }, words)
}

/** The refusal for the database's trouble or for a statement that took too long; another error is given back as it is. */
export function storageRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (hasTimedOut(error)) return refuse('ERR_DATABASE_TIMEOUT')
  const trouble = databaseTroubleIn(error)
  if (trouble === undefined) return error
  return refuse(trouble.kind === 'full' ? 'ERR_STORAGE_FULL' : 'ERR_DATABASE_UNAVAILABLE')
}

/** Status and body of a failed call (ERR-06). What is no refusal is a bug, and tells the caller nothing. `languages` is the
 *  call's `Accept-Language`. */
export function errorAnswer(error: unknown, languages?: string): { status: number; body: ErrorBody } {
  if (!(error instanceof Refusal)) return { status: 500, body: { error: 'Internal server error' } }
  const { code, text, data, status } = error
  const needsMessage = text === null && !documentedCodes.has(code)
  return {
    status,
    body: {
      error: text ?? code,
      ...(needsMessage && { message: errorMessage(code, data, textLanguage(languages)) }),
      ...(Object.keys(data).length > 0 && { data }),
    },
  }
}

/** The first language of an `Accept-Language` header that has texts, else Portuguese. Clients list the languages by
 *  preference, so weights are not read. */
export function textLanguage(header: string | undefined): TextLanguage {
  const languages = (header ?? '').split(',').map((tag) => /^\s*(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? '')
  return languages.find(isTextLanguage) ?? 'pt'
}

function isTextLanguage(language: string): language is TextLanguage {
  return Object.hasOwn(errorTexts, language)
}
