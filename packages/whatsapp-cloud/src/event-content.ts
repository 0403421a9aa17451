import { isRecord, parseJson } from './shapes'

/** Marks the inbound events and media references of this driver, so that the Baileys driver does not get them. */
export const cloudDriverPrefix = 'cloud '
const prefixBytes = Buffer.from(cloudDriverPrefix)

export function isCloudContent(content: Uint8Array): boolean {
  return prefixBytes.equals(content.subarray(0, prefixBytes.length))
}

/** One element of a Meta webhook or, if `field` is `accepted`, our own record that Meta accepted a message. */
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
