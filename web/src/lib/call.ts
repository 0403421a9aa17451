import {
  type EmptyObject,
  type EndpointCallAnswer,
  type EndpointCallInput,
  endpointCallUrl,
} from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { ApiError, parseApiError } from './api-error'
import { fetchErrorCodeTexts } from './i18n/i18n'
import { live } from './live'
import {
  jsonOrNull,
  misdirectedStatus,
  parseAnswer,
  requestPartsOf,
  type SendOptions,
  sendRequest,
} from './send'
import { sendRequestInBatch } from './send-together'
import { handleSessionOver, refreshSession, storedToken } from './session'
import { wait } from './timers'

/** In milliseconds: how long a failed call waits at most for the texts of error codes before it rejects. */
const refusalTextsPatienceMs = 1_000

type CallOptions = Pick<SendOptions, 'signal'>
interface UploadOptions extends CallOptions {
  /** The uploaded share, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** The arguments of a call: the input may be left out for endpoints that need none. */
type CallArguments<E extends Endpoint, Options> =
  EmptyObject extends EndpointCallInput<E>
    ? [input?: EndpointCallInput<E>, options?: Options]
    : [input: EndpointCallInput<E>, options?: Options]

/** Calls an endpoint of the contract as the signed-in user. Refusals are rejections with `ApiError`. */
export function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: CallArguments<E, CallOptions>
): Promise<EndpointCallAnswer<E>> {
  // `CallArguments` makes the input optional only where `{}` is valid.
  const given = (input ?? {}) as EndpointCallInput<E>
  return asSignedIn(endpoint, (token, hasWaited) =>
    (hasWaited ? sendRequestInBatch : sendRequest)(endpoint, given, { token, signal: options?.signal }),
  )
}

/** Like `call`, for endpoints with files: sends a multipart form with the fields of the body. */
export function callWithFiles<E extends Endpoint>(
  endpoint: E,
  input: EndpointCallInput<E>,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<EndpointCallAnswer<E>> {
  return asSignedIn(endpoint, async (token) => {
    const attempt = () => sendForm(endpoint, input, files, token, options)
    const answer = await attempt().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== misdirectedStatus) throw error
      return attempt()
    })
    return parseAnswer(endpoint, answer)
  })
}

/** Calls an endpoint with an API token; sends files as a form. Even a 401 does not sign the user out (EXTAPI-07). */
export async function callWithApiToken<E extends Endpoint>(
  endpoint: E,
  input: EndpointCallInput<E>,
  files: readonly File[],
  { token, ...options }: UploadOptions & { readonly token: string },
): Promise<EndpointCallAnswer<E>> {
  if (files.length === 0) return sendRequest(endpoint, input, { token, isAnonymous: true })
  return parseAnswer(endpoint, await sendForm(endpoint, input, files, token, options))
}

/** Sends with the token. On 403 refreshes the token and retries once; on 401 ends the session (AUTH-13, AUTH-14). */
async function asSignedIn<E extends Endpoint, Answer>(
  endpoint: E,
  attempt: (token: string | null, hasWaited: boolean) => Promise<Answer>,
): Promise<Answer> {
  if (endpoint.access === 'public') return attempt(storedToken(), false).catch(rejectWithTexts)
  const hasWaited = endpoint.method === 'GET' && (await live.subscriberOrPatience())
  const token = storedToken()
  try {
    return await attempt(token, hasWaited).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 403) throw error
      return attempt(await refreshSession(token), false)
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await handleSessionOver()
    return rejectWithTexts(error)
  }
}

/** Rejects with the error, once the texts of error codes are loaded, so that the page can show its text. */
async function rejectWithTexts(error: unknown): Promise<never> {
  // If the texts do not load in time, rejects without them, and the page shows the code in place of its text.
  if (error instanceof ApiError && error.code !== undefined)
    await Promise.race([fetchErrorCodeTexts().catch(() => undefined), wait(refusalTextsPatienceMs)])
  throw error
}

/** Sends a form by XMLHttpRequest, because fetch reports no upload progress. */
function sendForm(
  endpoint: Endpoint,
  input: unknown,
  files: readonly File[],
  token: string | null,
  { signal, onProgress }: UploadOptions,
): Promise<unknown> {
  const parts = requestPartsOf(input)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, endpointCallUrl(endpoint, parts))
    request.withCredentials = true
    request.setRequestHeader('accept', 'application/json')
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new ApiError(0, ''))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onload = () => {
      const answer = jsonOrNull(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(answer)
      else reject(parseApiError(request.status, answer))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(formOf(parts.body, files))
  })
}

/** A list becomes a repeated form field. Fields precede files: the server needs them at the first file. */
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
