import { isRecord, parseJson } from './shapes'

/** The prefix in the content of every inbound event of this driver. */
export const cloudDriverPrefix = 'cloud '
const prefixBytes = Buffer.from(cloudDriverPrefix)

export function isCloudContent(content: Uint8Array): boolean {
  return prefixBytes.equals(content.subarray(0, prefixBytes.length))
}

/** One element of a webhook in Meta's format. `field` *accepted* is our own record of an accepted message. */
export interface CloudEventContent {
  readonly field: string
  readonly value: unknown
  /** The time of the webhook's entry in Unix seconds, for elements without a time of their own. */
  readonly time?: number | null
}

export function encodeCloudEvent(content: CloudEventContent): Uint8Array {
  return Buffer.from(cloudDriverPrefix + JSON.stringify(content))
}

export function decodeCloudEvent(content: Uint8Array): CloudEventContent {
  const parsed = isCloudContent(content)
    ? parseJson(Buffer.from(content.subarray(prefixBytes.length)).toString())
    : undefined
  if (!isRecord(parsed) || typeof parsed.field !== 'string') throw new Error('no event of the Cloud API')
  return {
    field: parsed.field,
    value: parsed.value,
    time: typeof parsed.time === 'number' ? parsed.time : null,
  }
}
