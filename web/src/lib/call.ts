import { type AnswerTo, addressOf, type CallInput, type Nothing } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { ApiError, errorOf } from './api-error'
import { subscriberOrPatience } from './live'
import { partsOf, readAnswer, send } from './send'
import { sendTogether } from './send-together'
import { refreshSession, sessionIsOver, storedToken } from './session'

interface CallOptions {
  readonly signal?: AbortSignal | undefined
}
interface UploadOptions extends CallOptions {
  /** Share of the upload that has left, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** The input may be left out where the endpoint needs none. */
type CallArguments<E extends Endpoint, Options> =
  Nothing extends CallInput<E>
    ? [input?: CallInput<E>, options?: Options]
    : [input: CallInput<E>, options?: Options]

/** Calls an endpoint of the contract as the signed-in person. Refusals come as `ApiError`. */
export function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: CallArguments<E, CallOptions>
): Promise<AnswerTo<E>> {
  const given = (input ?? {}) as CallInput<E> // CallArguments allows leaving it out only where {} is one
  return asSignedIn(endpoint, (token, hasWaited) =>
    (hasWaited ? sendTogether : send)(endpoint, given, { token, signal: options?.signal }),
  )
}

/** As `call`, for endpoints that take files: multipart, with the fields of the body beside them. */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<AnswerTo<E>> {
  return asSignedIn(endpoint, async (token) =>
    readAnswer(endpoint, await sendForm(endpoint, input, files, token, options)),
  )
}

/**
 * As a program with a token of its own, in JSON or, with files, as a form: neither a silent refresh nor a sign-out comes of
 * it, whatever the answer (EXTAPI-07).
 */
export async function callAsProgram<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  files: readonly File[],
  { token, ...options }: UploadOptions & { readonly token: string },
): Promise<AnswerTo<E>> {
  if (files.length === 0) return send(endpoint, input, { token, isAnonymous: true })
  return readAnswer(endpoint, await sendForm(endpoint, input, files, token, options))
}

/** 403 once: refresh silently and try again. 401: the session is dead (AUTH-13, AUTH-14, ERR-05). */
async function asSignedIn<E extends Endpoint, Answer>(
  endpoint: E,
  attempt: (token: string | null, hasWaited: boolean) => Promise<Answer>,
): Promise<Answer> {
  if (endpoint.access === 'public') return attempt(storedToken(), false)
  const hasWaited = endpoint.method === 'GET' && (await subscriberOrPatience())
  const token = storedToken()
  try {
    return await attempt(token, hasWaited).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 403) throw error
      return attempt(await refreshSession(token), false)
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await sessionIsOver()
    throw error
  }
}

/** XMLHttpRequest, because fetch does not tell how much of a body has left. */
function sendForm(
  endpoint: Endpoint,
  input: unknown,
  files: readonly File[],
  token: string | null,
  { signal, onProgress }: UploadOptions,
): Promise<unknown> {
  const parts = partsOf(input)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, parts))
    request.withCredentials = true
    request.setRequestHeader('accept', 'application/json')
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new ApiError(0, ''))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onload = () => {
      const answer = jsonOf(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(answer)
      else reject(errorOf(request.status, answer))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(formOf(parts.body, files))
  })
}

/** Lists repeat their field. Fields come before files, so that the server knows them when the first file arrives. */
function formOf(body: unknown, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, fieldOf(item))
  }
  for (const file of files) form.append('medias', file, file.name)
  return form
}

function fieldOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a gateway's HTML: the status alone speaks
  }
}
