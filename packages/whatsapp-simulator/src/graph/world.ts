import type { Chance } from '../chance'

/** A JSON object whose shape is not checked yet. */
export type Json = Record<string, unknown>

/** The state of Meta's business platform as plain data; it is written to the state file unchanged. Times are milliseconds. */
export interface GraphWorld {
  apps: Record<string, App>
  accounts: Record<string, Account>
  numbers: Record<string, BusinessNumber>
  tokens: Record<string, Token>
  customers: Record<string, Customer>
  media: Record<string, Media>
  uploads: Record<string, Upload>
  templates: Record<string, Template>
  /** By `messageKey`, in the order of their writing. */
  messages: Record<string, Message>
  /** Webhooks that no callback has answered with 200 yet. */
  batches: Record<string, Batch>
}

export interface Callback {
  url: string
  verifyToken: string
}

export interface App {
  id: string
  name: string
  secret: string
  callback?: Callback
  /** The webhook fields that the app receives. */
  fields: string[]
}

/** A WhatsApp Business Account (WABA). */
export interface Account {
  id: string
  name: string
  /** Customers have one user id for each portfolio. */
  portfolioId: string
  /** Several portfolios of one group share the parent user ids. */
  portfolioGroup?: string
  /** Subscribed apps by id, with the callback that overrides the app's. */
  subscribed: Record<string, { callback?: Callback }>
  isLocked: boolean
  hasPaymentMethod: boolean
  /** When an approved template's name was deleted; it is free again after 30 days. */
  deletedNames: Record<string, number>
}

export type Quality = 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
export type NumberStatus = 'CONNECTED' | 'PENDING' | 'FLAGGED' | 'RESTRICTED' | 'BANNED' | 'DISCONNECTED'
export type NameStatus = 'APPROVED' | 'PENDING_REVIEW' | 'DECLINED' | 'EXPIRED' | 'NONE'
export type LimitTier = 'TIER_250' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED'

export interface BusinessNumber {
  id: string
  accountId: string
  /** Digits. */
  displayNumber: string
  verifiedName: string
  quality: Quality
  status: NumberStatus
  nameStatus: NameStatus
  tier: LimitTier
  sendsPerSecond: number
  /** The callback of this number by app, which overrides those of account and app. */
  callbacks: Record<string, Callback>
  /** Two-step verification; the first registration sets it. */
  pin?: string
  /** Registrations and deregistrations of the last 72 hours. */
  registrations: number[]
  /** Delivered service messages of one month, `2026-11`. */
  serviceMessages: { month: string; count: number }
  profile: Json
  /** Ids of customers. */
  blocked: string[]
}

export interface Token {
  value: string
  appId: string
  scopes: string[]
  accountIds: string[]
  /** Null for a token that does not expire. */
  expiresAt: number | null
  isRevoked: boolean
}

export interface Customer {
  id: string
  name: string
  username?: string
  /** Digits; null for a person whose number no business knows. */
  phone: string | null
  country: string
  /** Business-scoped user ids by portfolio, and parent ids by `group:` with the portfolio group. */
  userIds: Record<string, string>
  /** Webhooks carry no phone number of this person. */
  hidesPhone: boolean
  /** The phone is off: sent messages are not delivered. */
  isSilent: boolean
  /** False: messages fail with 131026. */
  isReachable: boolean
  /** The last event that opened the window, by number. */
  windows: Record<string, number>
  /** When an ad brought this person, by number: it opens the free entry point. */
  entries: Record<string, number>
  /** Numbers from which this person wants no marketing. */
  optedOut: string[]
}

export interface Media {
  id: string
  numberId: string
  mimeType: string
  size: number
  /** Hex. */
  sha256: string
  fileName?: string
  expiresAt: number
}

export interface Upload {
  id: string
  appId: string
  signature: string
  fileName: string
  mimeType: string
  length: number
  received: number
  handle?: string
}

export type TemplateStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'PAUSED'
  | 'DISABLED'
  | 'IN_APPEAL'
  | 'PENDING_DELETION'
  | 'LIMIT_EXCEEDED'
  | 'ARCHIVED'
export type TemplateCategory = 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'

export interface Template {
  id: string
  accountId: string
  name: string
  language: string
  category: TemplateCategory
  parameterFormat: 'POSITIONAL' | 'NAMED'
  components: Json[]
  status: TemplateStatus
  quality: Quality
  rejectedReason: string
  createdAt: number
  /** Edits after an approval. */
  edits: number[]
}

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'

export interface Message {
  /** `wamid.…`; unique within the business number. */
  id: string
  numberId: string
  customerId: string
  from: 'customer' | 'business'
  at: number
  /** As in `type` of the API. */
  type: string
  /** What is under the key of the type, as the API writes it. */
  content: unknown
  quotes?: string
  callbackData?: string
  status: MessageStatus
  errorCode?: number
  /** The file of the message or of its header. */
  mediaId?: string
  /** Only of templates: what the customer sees. */
  filled?: FilledTemplate
  pricing?: Json
  isEdited: boolean
  isRevoked: boolean
  /** The business has marked it as read. */
  isReadByBusiness: boolean
  reactions: { customer?: string; business?: string }
}

/** A template with its variables filled in. */
export interface FilledTemplate {
  templateId: string
  header?: string
  body: string
  footer?: string
  buttons: { type: string; text: string; payload?: string; url?: string }[]
}

/** One webhook POST. */
export interface Batch {
  id: string
  appId: string
  url: string
  body: string
  attempts: number
  since: number
}

export function emptyGraph(): GraphWorld {
  return {
    apps: {},
    accounts: {},
    numbers: {},
    tokens: {},
    customers: {},
    media: {},
    uploads: {},
    templates: {},
    messages: {},
    batches: {},
  }
}

export function messageKey(numberId: string, wamid: string): string {
  return `${numberId} ${wamid}`
}

/** An id as Meta writes them: 15 digits. */
export function graphId(chance: Chance): string {
  return `1${Array.from({ length: 14 }, () => chance.between(0, 9)).join('')}`
}

export function newWamid(chance: Chance): string {
  return `wamid.${chance.bytes(34).toString('base64')}`
}

/** The user id of a person within the account's portfolio; made at the first use. */
export function userIdFor(customer: Customer, account: Account, chance: Chance): string {
  customer.userIds[account.portfolioId] ??= `${customer.country}.${digits(chance)}`
  return customer.userIds[account.portfolioId] ?? ''
}

export function parentUserIdFor(customer: Customer, account: Account, chance: Chance): string | undefined {
  if (!account.portfolioGroup) return undefined
  const key = `group:${account.portfolioGroup}`
  customer.userIds[key] ??= `${customer.country}.ENT.${digits(chance)}`
  return customer.userIds[key]
}

function digits(chance: Chance): string {
  return `1${Array.from({ length: 19 }, () => chance.between(0, 9)).join('')}`
}
