import type {
  CampaignPauseReason,
  CampaignStatus,
  ShippingState,
  ShippingStateGroup,
} from '@balcao/domain/campaigns'
import type {
  CampaignId,
  CompanyId,
  ConnectionId,
  ContactId,
  ContactListId,
  ContactListItemId,
  FileListId,
  MessageTemplateId,
  OptOutId,
  ShippingId,
  TagId,
} from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { mediaTypes } from '@balcao/domain/messages'
import { z } from 'zod'
import { contactForm, phoneOrUserId } from './contacts'
import { endpoint, importExportRateLimit, uploadErrorCodes } from './endpoint'
import { messageCostEstimate } from './message-prices'
import { storedTemplateValues, templateWithValues } from './message-templates'
import {
  emptyToNull,
  emptyToUndefined,
  idAndName,
  idParam,
  idSchema,
  instant,
  localTimeOrInstant,
  nameText,
  optionalId,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  textField,
  wholeNumber,
  wireBoolean,
} from './wire-values'

// A copy of the domain's values: an import could be undefined here, as bundlers may load the domain later.
const statuses = [
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'CANCELADA',
  'FINALIZADA',
] as const satisfies CampaignStatus[]
const states = [
  'pending',
  'sending',
  'asked',
  'confirmed',
  'sent',
  'delivered',
  'read',
  'failed',
  'skipped',
] as const satisfies ShippingState[]
const groups = ['shipped', 'due', 'failed', 'skipped'] as const satisfies ShippingStateGroup[]
const pauses = [
  'ERR_WAPP_MSG_RESTRICTED',
  'ERR_WAPP_MSG_TOO_MANY',
  'ERR_WAPP_MSG_PAYMENT',
  'ERR_WAPP_MSG_TOKEN',
  'ERR_WAPP_MSG_NOT_ALLOWED',
  'ERR_WAPP_MSG_NUMBER',
  'ERR_WAPP_MSG_TEMPLATE',
  'ERR_WAPP_MSG_TEMPLATE_ASLEEP',
  'ERR_WAPP_MSG_MARKETING',
  'ERR_CAMPAIGN_TEMPLATE_GONE',
  'ERR_CAMPAIGN_FILE_GONE',
  'ERR_STORAGE_FULL',
] as const satisfies CampaignPauseReason[]

/** The number of contacts in each state. Before the campaign's start, all but `valid` are 0. */
const campaignContactCounts = z.object({
  /** All contacts that the list had when the campaign started. */
  total: z.number().int(),
  /** Contacts whose number has WhatsApp (CAMP-30). */
  valid: z.number().int(),
  pending: z.number().int(),
  sending: z.number().int(),
  asked: z.number().int(),
  confirmed: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  read: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** Contacts with `deliveredAt`: their state is `sent`, `delivered` or `read` (CAMP-31). */
  shipped: z.number().int(),
  confirmationsRequested: z.number().int(),
  /** Contacts that were asked for a confirmation and gave it (CAMP-32). */
  confirmations: z.number().int(),
})
export type CampaignContactCounts = z.output<typeof campaignContactCounts>

const slotNames = [
  'message1',
  'message2',
  'message3',
  'message4',
  'message5',
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const

/** An object with `schema` for each text. The cast restores the key types that `Object.fromEntries` loses. */
const inEachSlot = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(slotNames.map((name) => [name, schema])) as Record<(typeof slotNames)[number], Schema>

/**
 * The template that a campaign sends first on connections where free texts need an open reply window. It
 * replaces the message or, with `confirmation`, the request for confirmation. Its values may contain
 * variables such as `{nome}`.
 */
const campaignTemplate = z.object({
  /** Id, name and language are null when the template was deleted; the campaign then cannot start. */
  templateId: idSchema<MessageTemplateId>().nullable(),
  name: z.string().nullable(),
  language: z.string().nullable(),
  values: storedTemplateValues,
})

export const campaign = z.object({
  id: idSchema<CampaignId>(),
  name: z.string(),
  ...inEachSlot(z.string()),
  status: z.enum(statuses),
  /** True: contacts first get a request for confirmation, and the message only after a yes (CAMP-18). */
  confirmation: z.boolean(),
  scheduledAt: instant.nullable(),
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
  /** Why WhatsApp paused a campaign with status `EM_ANDAMENTO`; the restart call resumes it. */
  pausedBecause: z.enum(pauses).nullable(),
  pausedAt: instant.nullable(),
  /** The error code that prevented the planned start. `_` and `what` follow the code ERR_TEMPLATE_SEND. */
  failure: z.string().nullable(),
  /** Before the start, null means the company's default connection; afterwards, the connection in use. */
  whatsappId: idSchema<ConnectionId>().nullable(),
  whatsapp: idAndName<ConnectionId>().nullable(),
  contactListId: idSchema<ContactListId>().nullable(),
  contactList: idAndName<ContactListId>().nullable(),
  tagListId: idSchema<TagId>().nullable(),
  fileListId: idSchema<FileListId>().nullable(),
  fileList: idAndName<FileListId>().nullable(),
  template: campaignTemplate.nullable(),
  companyId: idSchema<CompanyId>(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.enum(mediaTypes).nullable(),
  counts: campaignContactCounts,
  createdAt: instant,
  updatedAt: instant,
})
export type CampaignView = z.output<typeof campaign>

/** One recipient of a campaign, copied from the contact list when the campaign started. */
export const shipping = z.object({
  id: idSchema<ShippingId>(),
  campaignId: idSchema<CampaignId>(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  state: z.enum(states),
  /**
   * Why the contact got no message: one of `campaignSkipReasons` when `skipped`, an error code when `failed`.
   */
  reason: z.string().nullable(),
  /** When WhatsApp accepted the message. */
  deliveredAt: instant.nullable(),
  /** When the phone received the message (`receivedAt`), and when the contact read it (`readAt`). */
  receivedAt: instant.nullable(),
  readAt: instant.nullable(),
  failedAt: instant.nullable(),
  confirmationRequestedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  contactId: idSchema<ContactId>().nullable(),
  /** The ticket that holds the message; null until a message was sent. */
  ticketUuid: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type ShippingView = z.output<typeof shipping>

/** The most recipients that `getCampaign` returns. The report page loads its recipients page by page. */
export const campaignDetailsRecipientLimit = 1_000

const wholeCampaign = campaign.extend({
  shipping: z.array(shipping),
  contactList: z
    .object({
      id: idSchema<ContactListId>(),
      name: z.string(),
      contactsCount: z.number().int(),
      validCount: z.number().int(),
      dueCount: z.number().int(),
      contacts: z.array(
        z.object({
          id: idSchema<ContactListItemId>(),
          name: z.string(),
          number: z.string(),
          email: z.string(),
          isWhatsappValid: z.boolean(),
        }),
      ),
    })
    .nullable(),
})
export type CampaignDetailsView = z.output<typeof wholeCampaign>

/** The server fills `{nome}`, `{numero}`, `{email}` and the company's `{key}`; other braces stay as typed. */
const slot = z.preprocess(
  (written) => (written === null ? '' : written),
  textField(limits.messageText.max).overwrite((written) => written.replaceAll('\r\n', '\n')),
)

/** The planned start. An empty text counts as null: no start is planned. */
const momentSchema = z.preprocess(emptyToNull, localTimeOrInstant.nullable())

/** Clients of the earlier API send `Nenhuma` (none) when the user chose no tag. */
const tagListId = z.preprocess((chosen) => (chosen === 'Nenhuma' ? null : chosen), optionalId<TagId>())

const campaignFields = z.object({
  name: nameText,
  ...inEachSlot(slot),
  confirmation: z.preprocess((chosen) => (chosen === null ? false : chosen), wireBoolean),
  scheduledAt: momentSchema.optional(),
  whatsappId: optionalId<ConnectionId>(),
  contactListId: optionalId<ContactListId>(),
  /** The tag whose contacts get the campaign. When it changes, the server fills a new contact list. */
  tagListId,
  fileListId: optionalId<FileListId>(),
  /**
   * A connection with a reply window requires a template to start the campaign; the messages may then be
   * empty. When omitted, the stored template stays, unless the connection changes.
   */
  template: templateWithValues.nullish(),
  /** `status` and `companyId` are ignored, though clients of the earlier API send them. */
  status: z.string().max(50).nullish(),
  companyId: optionalId<CompanyId>(),
})

export const campaignForm = campaignFields.extend({
  ...inEachSlot(slot.default('')),
  confirmation: campaignFields.shape.confirmation.default(false),
})

const campaignParams = z.object({ campaignId: idParam<CampaignId>() })
const campaignRules = { access: 'campaigns.manage', planFlag: 'useCampaigns' } as const
const parts = [
  'ERR_CAMPAIGN_NO_MESSAGE',
  'ERR_CAMPAIGN_NO_CONFIRMATION',
  'ERR_CAMPAIGN_NO_CONTACTS',
  'ERR_CAMPAIGN_NO_TEMPLATE',
  'ERR_CAMPAIGN_TEMPLATE_GONE',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_SEND',
  'ERR_WAPP_MSG_CONTENT',
  'ERR_CAMPAIGN_IN_PAST',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_CONTACTLIST_FOUND',
  'ERR_NO_FILE_LIST_FOUND',
  'ERR_NO_TAG_FOUND',
] as const
const known = ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGNS_DISABLED'] as const

export const listCampaigns = endpoint('GET /campaigns', {
  name: 'campaigns.list',
  summary: 'Campaigns of the company, the newest first, by page',
  ...campaignRules,
  query: z.object({
    ...pagingQuery,
    status: z.preprocess(emptyToUndefined, z.enum(statuses).optional()),
  }),
  answer: z.object({ records: z.array(campaign), ...pageFields }),
})

export const getCampaign = endpoint('GET /campaigns/:campaignId', {
  name: 'campaigns.get',
  summary: `One campaign with its counts, and the first ${campaignDetailsRecipientLimit} of its shipping and contacts`,
  ...campaignRules,
  params: campaignParams,
  answer: wholeCampaign,
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

export const createCampaign = endpoint('POST /campaigns', {
  name: 'campaigns.create',
  summary: 'A new campaign: planned when it has a time, else inactive',
  ...campaignRules,
  body: campaignForm,
  answer: campaign,
  errors: ['ERR_CAMPAIGNS_DISABLED', ...parts, 'ERR_SUPPORT_MAY_NOT'],
})

export const updateCampaign = endpoint('PUT /campaigns/:campaignId', {
  name: 'campaigns.update',
  summary:
    'Changes a campaign that is inactive, cancelled, or planned for later than in an hour; what a change leaves out stays',
  ...campaignRules,
  params: campaignParams,
  body: campaignFields.partial(),
  answer: campaign,
  errors: [...known, 'ERR_CAMPAIGN_STATE', ...parts, 'ERR_SUPPORT_MAY_NOT'],
})

export const deleteCampaign = endpoint('DELETE /campaigns/:campaignId', {
  name: 'campaigns.delete',
  summary: 'Deletes a campaign that is not running; what was sent stays in the conversations',
  ...campaignRules,
  params: campaignParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATE'],
})

export const estimateCampaign = endpoint('GET /campaigns/:campaignId/estimate', {
  name: 'campaigns.estimate',
  summary: 'Estimates the end of a campaign that starts now or at its time, beside the running ones',
  ...campaignRules,
  params: campaignParams,
  answer: z.object({
    /** Contacts with a valid number that have not opted out. */
    contacts: z.number().int(),
    /** Numbers that WhatsApp has not checked yet; the estimated times count them as valid. */
    unchecked: z.number().int(),
    optedOut: z.number().int(),
    invalid: z.number().int(),
    /** People without a phone number, to whom this connection cannot write. */
    withoutPhone: z.number().int(),
    /**
     * The cost of sending the template to all recipients; null without a template, or when nothing is billed.
     */
    cost: messageCostEstimate.nullable(),
    startsAt: instant,
    seconds: z.number().int(),
    endsAt: instant,
  }),
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

export const startCampaign = endpoint('POST /campaigns/:campaignId/start', {
  name: 'campaigns.start',
  summary: 'Starts an inactive or planned campaign now',
  ...campaignRules,
  params: campaignParams,
  closedToSupport: true,
  answer: campaign.extend(resultMessageAnswer.shape),
  errors: [...known, 'ERR_CAMPAIGN_STATE', 'ERR_NO_DEF_WAPP_FOUND', ...parts],
})

export const cancelCampaign = endpoint('POST /campaigns/:campaignId/cancel', {
  name: 'campaigns.cancel',
  summary: 'Stops a running campaign at once; messages whose sending has not begun are withdrawn',
  ...campaignRules,
  params: campaignParams,
  answer: campaign.extend(resultMessageAnswer.shape),
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATE'],
})

export const restartCampaign = endpoint('POST /campaigns/:campaignId/restart', {
  name: 'campaigns.restart',
  summary: 'Continues a cancelled or paused campaign with the contacts that have not received it',
  ...campaignRules,
  params: campaignParams,
  closedToSupport: true,
  answer: campaign.extend(resultMessageAnswer.shape),
  errors: [...known, 'ERR_CAMPAIGN_STATE', 'ERR_NO_DEF_WAPP_FOUND', ...parts],
})

export const uploadCampaignMedia = endpoint('POST /campaigns/:campaignId/media-upload', {
  name: 'campaigns.putMedia',
  summary:
    'The file that goes with the message, as its caption (multipart `file`); the one before it is removed',
  ...campaignRules,
  takesFiles: true,
  params: campaignParams,
  answer: campaign.extend({ mensagem: z.string() }),
  errors: [...known, 'ERR_CAMPAIGN_STATE', ...uploadErrorCodes, 'ERR_VALIDATION', 'ERR_SUPPORT_MAY_NOT'],
})

export const removeCampaignMedia = endpoint('DELETE /campaigns/:campaignId/media-upload', {
  name: 'campaigns.removeMedia',
  summary: "Removes the message's file",
  ...campaignRules,
  params: campaignParams,
  answer: campaign.extend({ mensagem: z.string() }),
  errors: [...known, 'ERR_CAMPAIGN_STATE', 'ERR_SUPPORT_MAY_NOT'],
})

export const getCampaignFigures = endpoint('GET /campaigns/:campaignId/figures', {
  name: 'campaigns.figures',
  summary: 'The report in numbers: counts, how it went over time, and when it will probably end',
  ...campaignRules,
  params: campaignParams,
  answer: z.object({
    counts: campaignContactCounts,
    /** The estimated end of sending; null unless the campaign is running and not paused. */
    endsAt: instant.nullable(),
    /** The length of each interval of `series`, in seconds; 0 before the campaign's first message. */
    stepSeconds: z.number().int(),
    /** How many messages were sent, received, read … in each interval since the start; at most sixty. */
    series: z.array(
      z.object({
        at: instant,
        shipped: z.number().int(),
        received: z.number().int(),
        read: z.number().int(),
        failed: z.number().int(),
        confirmed: z.number().int(),
      }),
    ),
  }),
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})
export type CampaignFigures = z.output<typeof getCampaignFigures.answer>

const ofState = {
  /** Filters by one state, or by a group of states: `shipped`, `due`, `failed` or `skipped`. */
  state: z.preprocess(emptyToUndefined, z.enum([...states, ...groups]).optional()),
}

export const listCampaignShippings = endpoint('GET /campaigns/:campaignId/shipping', {
  name: 'campaigns.shipping',
  summary: 'Contacts of a started campaign in the order in which they are written to, by page',
  ...campaignRules,
  params: campaignParams,
  query: z.object({ ...pagingQuery, ...ofState }),
  answer: z.object({ records: z.array(shipping), ...pageFields }),
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

export const shippingExportPageSize = 5_000

export const exportCampaignShippings = endpoint('POST /campaigns/:campaignId/export', {
  name: 'campaigns.export',
  summary: `Contacts of a started campaign for a spreadsheet, ${shippingExportPageSize} at a time; the first call is noted in the audit trail`,
  ...campaignRules,
  params: campaignParams,
  closedToSupport: true,
  pace: { calls: importExportRateLimit.calls * 10, seconds: importExportRateLimit.seconds },
  body: z.object({
    searchParam: pagingQuery.searchParam,
    ...ofState,
    /** The `next` of the previous answer; omitted in the first call. */
    after: optionalId<ShippingId>(),
  }),
  answer: z.object({
    records: z.array(shipping),
    /** Null on the last page. */
    next: idSchema<ShippingId>().nullable(),
  }),
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

export const optOut = z.object({
  id: idSchema<OptOutId>(),
  name: z.string(),
  number: z.string(),
  /** The text that opted the contact out; null when a user recorded it, or WhatsApp reported it. */
  word: z.string().nullable(),
  /** True when the contact stopped marketing messages in WhatsApp itself. */
  isFromWhatsapp: z.boolean(),
  /** The latest campaign before the opt-out, if it still exists. */
  campaign: idAndName<CampaignId>().nullable(),
  createdAt: instant,
  /** Opt-outs never change, so `updatedAt` always equals `createdAt`. */
  updatedAt: instant,
})
export type OptOutView = z.output<typeof optOut>

export const listOptOuts = endpoint('GET /campaign-opt-outs', {
  name: 'campaignOptOuts.list',
  summary: 'Numbers that want no campaigns, the newest first, by page',
  ...campaignRules,
  query: z.object(pagingQuery),
  answer: z.object({ records: z.array(optOut), ...pageFields }),
})

export const optOutForm = contactForm.pick({ name: true }).extend({ number: phoneOrUserId })

export const createOptOut = endpoint('POST /campaign-opt-outs', {
  name: 'campaignOptOuts.create',
  summary: 'Records a contact who wants no campaigns; running campaigns skip them from then on',
  ...campaignRules,
  body: optOutForm,
  answer: optOut,
  errors: ['ERR_OPT_OUT_ALREADY_EXISTS'],
})

export const deleteOptOut = endpoint('DELETE /campaign-opt-outs/:optOutId', {
  name: 'campaignOptOuts.delete',
  summary: 'Ends an opt-out; the next campaigns reach the number again',
  ...campaignRules,
  params: z.object({ optOutId: idParam<OptOutId>() }),
  answer: resultMessageAnswer,
  errors: ['ERR_NO_OPT_OUT_FOUND'],
})

const settingKeys = [
  'messageInterval',
  'longerIntervalAfter',
  'greaterInterval',
  'variables',
  'optOutWord',
] as const

/** A setting of the company's campaigns. Its `value` is a JSON text (CAMP-25). */
const campaignSetting = z.object({ key: z.enum(settingKeys), value: z.string() })
export type CampaignSettingView = z.output<typeof campaignSetting>

const seconds = (...options: number[]) =>
  wholeNumber(120).refine((chosen) => options.includes(chosen), 'Invalid option')
const longSeconds = seconds(0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120)
const variable = z.object({
  /** The variable's name. Users may type it with braces, which the schema removes. */
  key: textField(limits.campaignSettings.key)
    .transform((written) =>
      written
        .trim()
        .replace(/^\{+|\}+$/g, '')
        .trim(),
    )
    .pipe(z.string().min(1, 'Obrigatório')),
  value: textField(limits.campaignSettings.value),
})

const variables = z
  .array(variable)
  .max(limits.campaignSettings.variables)
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'Repeated key')

/** An omitted field retains its value. */
export const campaignSettingsForm = z.object({
  messageInterval: seconds(0, 5, 10, 15, 20).optional(),
  longerIntervalAfter: longSeconds.optional(),
  greaterInterval: longSeconds.optional(),
  variables: variables.optional(),
  optOutWord: textField(limits.campaignSettings.optOutWord).trim().optional(),
})

export const getCampaignSettings = endpoint('GET /campaign-settings', {
  name: 'campaignSettings.get',
  summary: 'Pace, variables and opt-out word of all campaigns; each value is a JSON text',
  ...campaignRules,
  answer: z.array(campaignSetting),
})

export const saveCampaignSettings = endpoint('POST /campaign-settings', {
  name: 'campaignSettings.save',
  summary:
    'Changes pace, variables or opt-out word of all campaigns; running ones follow from their next contact on',
  ...campaignRules,
  body: z.object({ settings: campaignSettingsForm }),
  answer: z.array(campaignSetting),
})
