import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { backupEnvironmentFields, backupSettingProblems, backupSettingsOf } from './backup-settings'
import { maxCellNumber } from './cells/cell'
import { nodeRoles } from './cluster/node'
import { StartUpProblem } from './fatal'
import { s3EnvironmentFields, s3SettingProblems, s3SettingsOf } from './files/s3-settings'
import { mailEnvironmentFields, mailSettingProblems, mailSettingsOf } from './mail-settings'
import { paymentEnvironmentFields, paymentSettingProblems, paymentSettingsOf } from './payment-settings'
import { isWellKnownSecret } from './well-known-secrets'

/** The settings of this process, as `loadConfig` reads them. */
export type Config = Readonly<ReturnType<typeof named>>

type Environment = Readonly<Record<string, string | undefined>>

const SHORTEST_ADMIN_PASSWORD = 8
const LONGEST_PASSWORD = 50

/** A setting. If `hasForm` is false for its text, the start is refused with the setting's name and `problem`. */
function text(hasForm: (text: string) => boolean, problem: string) {
  return z.string().refine(hasForm, problem)
}

const port = text(
  (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
  'must be a whole number from 0 to 65535',
).transform(Number)

const host = text(
  (text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
  'must be an address or a host name',
)

const origin = text(isOrigin, 'must be like https://inbox.example.com, without a path').transform(
  (text) => new URL(text).origin,
)

const network = text(
  (text) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text),
  'must list addresses or networks like 10.0.0.0/8',
)

const databaseUrl = text(
  (text) => /^postgres(ql)?:$/.test(urlOf(text)?.protocol ?? ''),
  'must be like postgres://user:password@host:5432/name',
)

const redisUrl = text(
  (text) => /^rediss?:$/.test(urlOf(text)?.protocol ?? ''),
  'must be like redis://:password@host:6379',
)

const adminPassword = z
  .string()
  .min(SHORTEST_ADMIN_PASSWORD, `must have at least ${SHORTEST_ADMIN_PASSWORD} characters`)
  .max(LONGEST_PASSWORD, `must have at most ${LONGEST_PASSWORD} characters`)
  .refine((text) => !isWellKnownSecret(text), 'is a password that everybody knows; choose another')

const simulator = text(
  isLoopbackSocket,
  'must be like ws://127.0.0.1:8090/ws/chat: the simulator is trusted on this machine only',
).transform((socketUrl) => ({ socketUrl, trustUrl: `http://${new URL(socketUrl).host}/trust` }))

const webAddress = text(
  (text) => /^https?:$/.test(urlOf(text)?.protocol ?? ''),
  'must be like https://api.openai.com/v1',
).transform((text) => text.replace(/\/+$/, ''))

const privateHost = text(
  (text) => /^[^\s:/@]+:\d{1,5}$/.test(text),
  'must list hosts with ports like 10.0.0.5:11434',
)

const role = text(
  (text) => nodeRoles.some((each) => each === text),
  `must list some of ${nodeRoles.join(', ')}`,
)

/** A setting with an address that only machines of the installation may reach, and never the internet. */
const privateAddress = text(
  isPrivateAddress,
  'must be a private address of this machine with a port, like 10.0.0.5:8081 or 127.0.0.1:0',
).transform((text) => ({
  host: new URL(`http://${text}`).hostname.replace(/^\[|\]$/g, ''),
  port: Number(text.split(':').at(-1)),
}))

const settingsSchema = z.object({
  PORT: port.default(8080),
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default(defaultDataFolder)
    .transform((path) => resolve(path)),
  ...s3EnvironmentFields,
  /** The address of an external PostgreSQL. Absent: the product runs its embedded database. */
  DATABASE_URL: databaseUrl.optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: adminPassword.optional(),
  /** The origin under which users reach the product; absent: the origin of each request. */
  PUBLIC_URL: origin.optional(),
  /** Origins of other web sites whose pages may call the API with the user's credentials. */
  ALLOWED_ORIGINS: listOf(origin),
  /** The addresses and networks of proxies. Their header with the client's address is trusted. */
  TRUSTED_PROXIES: listOf(network),
  /** How often one user may search in a minute. Absent: the limit of the API contract. */
  SEARCHES_PER_MINUTE: wholeNumber(1).optional(),
  /** How long `GET /ready` answers 503 after a signal to end, while the process still answers all other calls. */
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  ROLES: listOf(role).transform((given) =>
    nodeRoles.filter((each) => given.length === 0 || given.includes(each)),
  ),
  /** The address at which other processes of the installation call this one. Absent: this is the only process. */
  NODE_ADDRESS: privateAddress.optional(),
  /** The address at which Prometheus reads the metrics. Absent: nothing is measured. */
  METRICS_ADDRESS: privateAddress.optional(),
  /** Redis or Valkey as the bus. Absent: PostgreSQL's notifications are the bus. */
  REDIS_URL: redisUrl.optional(),
  /** The number of this cell (docs/cells.md). Absent: the installation is the only cell. */
  CELL: wholeNumber(0, maxCellNumber).optional(),
  DIRECTORY_URL: databaseUrl.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be one of fatal, error, warn, info, debug')
    .default('info'),
  WHATSAPP_SIMULATOR_URL: simulator.optional(),
  /** The model service of the assistants: any service with OpenAI's API. */
  ASSISTANT_BASE_URL: webAddress.default('https://api.openai.com/v1'),
  ASSISTANT_MODEL: z.string().max(200).default('gpt-4o-mini'),
  ASSISTANT_TRANSCRIPTION_MODEL: z.string().max(200).default('whisper-1'),
  /** Private `host:port` pairs that assistants may call, such as a model service of the operator. */
  PRIVATE_HOSTS: listOf(privateHost),
  /**
   * Private `host:port` pairs that integrations and webhooks may call. An admin of any company can make the server send
   * calls to these hosts.
   */
  BOT_PRIVATE_HOSTS: listOf(privateHost),
  ...paymentEnvironmentFields,
  ...backupEnvironmentFields,
  ...mailEnvironmentFields,
  GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must be like v26.0')
    .default('v26.0'),
  RECORD_LINKING: z.literal('1', 'must be 1 or absent').optional(),
  /** Fills an empty database with the demo company. */
  BALCAO_DEMO: z.literal('1', 'must be 1 or absent').optional(),
})

/** Reads the settings. An empty one counts as absent. Throws with one line per wrong setting, without secret values. */
export function loadConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = settingsSchema.safeParse(given)
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}.`),
    ...(given.BALCAO_DEMO && !isLoopback(given.HOST ?? '127.0.0.1')
      ? ['HOST must be a loopback address in the demo.']
      : []),
    ...(parsed.data && given.ALLOWED_ORIGINS && !given.PUBLIC_URL
      ? [
          'ALLOWED_ORIGINS needs PUBLIC_URL, or pages of other sites would look for files at their own address. ' +
            'Set PUBLIC_URL to the address of this installation, like https://inbox.example.com.',
        ]
      : []),
    ...(given.REDIS_URL && !given.NODE_ADDRESS
      ? ['REDIS_URL needs NODE_ADDRESS: a process that runs alone has no others to reach.']
      : []),
    ...((given.CELL === undefined) !== (given.DIRECTORY_URL === undefined)
      ? [
          'CELL and DIRECTORY_URL need each other: a cell finds the accounts of the others in their directory.',
        ]
      : []),
    ...(given.ROLES && !given.NODE_ADDRESS
      ? ['ROLES needs NODE_ADDRESS: the other roles run in other processes, which must reach this one.']
      : []),
    ...s3SettingProblems(given),
    ...backupSettingProblems(given),
    ...mailSettingProblems(given),
    ...paymentSettingProblems(given, isLoopback(given.HOST ?? '127.0.0.1')),
  ]
  if (parsed.data && problems.length === 0) return Object.freeze(named(parsed.data))
  throw new StartUpProblem(problems.join('\n'))
}

function named(settings: z.output<typeof settingsSchema>) {
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataFolder: settings.DATA_DIR,
    s3: s3SettingsOf(settings),
    databaseUrl: settings.DATABASE_URL,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    publicUrl: settings.PUBLIC_URL,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    trustedProxies: settings.TRUSTED_PROXIES,
    searchesPerMinute: settings.SEARCHES_PER_MINUTE,
    drainMs: settings.DRAIN_SECONDS * 1000,
    roles: settings.ROLES,
    nodeAddress: settings.NODE_ADDRESS ?? null,
    metricsAddress: settings.METRICS_ADDRESS ?? null,
    redisUrl: settings.REDIS_URL,
    cell:
      settings.CELL === undefined || settings.DIRECTORY_URL === undefined
        ? null
        : { number: settings.CELL, directoryUrl: settings.DIRECTORY_URL },
    logLevel: settings.LOG_LEVEL,
    whatsappSimulator: settings.WHATSAPP_SIMULATOR_URL,
    graph: {
      url: 'https://graph.facebook.com',
      version: settings.GRAPH_VERSION,
      mediaHost: 'lookaside.fbsbx.com',
    },
    assistant: {
      baseUrl: settings.ASSISTANT_BASE_URL,
      model: settings.ASSISTANT_MODEL,
      transcriptionModel: settings.ASSISTANT_TRANSCRIPTION_MODEL,
    },
    privateHosts: settings.PRIVATE_HOSTS,
    botPrivateHosts: settings.BOT_PRIVATE_HOSTS,
    payments: paymentSettingsOf(settings, settings.BALCAO_DEMO === '1'),
    backups: backupSettingsOf(settings),
    mail: mailSettingsOf(settings),
    recordLinking: settings.RECORD_LINKING === '1',
    demo: settings.BALCAO_DEMO === '1',
  }
}

function defaultDataFolder(): string {
  // root's home folder would not do: the database then runs under another account, which cannot enter it.
  return process.getuid?.() === 0 ? '/var/lib/balcao' : './data'
}

function wholeNumber(from: number, to?: number) {
  const words = `must be a whole number from ${from}${to === undefined ? '' : ` to ${to}`}`
  return z.coerce
    .number(words)
    .int(words)
    .min(from, words)
    .max(to ?? Number.MAX_SAFE_INTEGER, words)
}

function listOf<T extends z.ZodType<string, string>>(item: T) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))
    .readonly()
}

function isOrigin(text: string): boolean {
  const url = urlOf(text)
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

function isLoopbackSocket(text: string): boolean {
  const url = urlOf(text)
  return url?.protocol === 'ws:' && isLoopback(url.hostname)
}

/** Formats an address: `10.0.0.5:8081`, `[::1]:8081`. */
export function formatHostAndPort(host: string, port: number): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

function isPrivateAddress(text: string): boolean {
  const url = urlOf(`http://${text}`)
  if (url === undefined || !/:\d{1,5}$/.test(text) || url.pathname !== '/') return false
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(name) && ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(name).range())
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name === '::1' ||
    name === '[::1]' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}
