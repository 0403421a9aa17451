import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export interface S3Settings {
  /** The address of the S3 service, without a slash at its end. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const endpoint = z
  .string()
  .refine(
    isEndpoint,
    'must be like https://s3.example.com; plain http is possible only with a private address, like http://10.0.0.5:9000',
  )
  .transform((text) => text.replace(/\/+$/, ''))

const oneWord = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word')

export const s3EnvironmentFields = {
  S3_ENDPOINT: endpoint.optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a name of 3 to 63 small letters, digits, dots and hyphens',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/i, 'must be like us-east-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: oneWord.optional(),
  S3_SECRET_ACCESS_KEY: oneWord.optional(),
}
type Fields = z.output<z.ZodObject<typeof s3EnvironmentFields>>

const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The problems of the settings. Missing ones share one line, because all of them are needed together. */
export function s3SettingProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const named = [...needed, 'S3_REGION'].find((name) => given[name] !== undefined)
  const missing = needed.filter((name) => given[name] === undefined)
  if (named === undefined || missing.length === 0) return []
  const verb = missing.length === 1 ? 'is' : 'are'
  return [`${missing.join(', ')} ${verb} needed with ${named}: the files of companies lie in that bucket.`]
}

/** Null: no S3 service is configured, and files are in the data folder. */
export function s3SettingsOf(fields: Fields): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = fields
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: fields.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate(url.hostname))
}

function isPrivate(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (name === 'localhost') return true
  return isIP(name) !== 0 && ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(name).range())
}
