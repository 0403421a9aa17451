import type { CampaignStatus, PauseReason, ShippingGroup, ShippingState } from '@balcao/domain/campaigns'
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
import { contactForm, listedNumber } from './contacts'
import { endpoint, listPace } from './endpoint'
import { costEstimate } from './message-prices'
import { storedTemplateValues, templateChoice } from './message-templates'
import {
  emptyIsNull,
  flag,
  idParam,
  instant,
  localOrInstant,
  message,
  nameText,
  optionalId,
  page,
  paging,
  text,
  wholeNumber,
} from './wire-values'

const idSchema = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // branded on the way out
const nullableId = <Id>() => z.number().int().nullable() as unknown as z.ZodType<Id | null, number | null>

// Written out: in the browser's bundles the domain's lists may be in a chunk that is evaluated later.
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
const groups = ['shipped', 'due', 'failed', 'skipped'] as const satisfies ShippingGroup[]
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
] as const satisfies PauseReason[]

/**
 * Contacts of a campaign by state, stored as counters so that showing them needs no count. All are 0 until it starts,
 * except `valid`, which is then the list's.
 */
export const campaignCounts = z.object({
  /** All contacts in the list when it started. */
  total: z.number().int(),
  /** Numbers that WhatsApp knows (CAMP-30). */
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
  /** Shipping with `deliveredAt`: those that are `sent`, `delivered` or `read` (CAMP-31). */
  shipped: z.number().int(),
  /** Shipping with `confirmationRequestedAt` (CAMP-32). */
  confirmationsRequested: z.number().int(),
  /** Shipping with both (CAMP-32). */
  confirmations: z.number().int(),
})
export type CampaignCounts = z.output<typeof campaignCounts>

const slots = {
  message1: z.string(),
  message2: z.string(),
  message3: z.string(),
  message4: z.string(),
  message5: z.string(),
  confirmationMessage1: z.string(),
  confirmationMessage2: z.string(),
  confirmationMessage3: z.string(),
  confirmationMessage4: z.string(),
  confirmationMessage5: z.string(),
}

/**
 * The first message that a contact gets over a connection with a reply window: the message itself, or with `confirmation`
 * the request for it. Its values may name the variables of texts.
 */
const campaignTemplate = z.object({
  /** Null, like name and language: the template was deleted, and the campaign cannot start. */
  templateId: nullableId<MessageTemplateId>(),
  name: z.string().nullable(),
  language: z.string().nullable(),
  values: storedTemplateValues,
})

/** One message to a contact list (CAMP-01). */
export const campaign = z.object({
  id: idSchema<CampaignId>(),
  name: z.string(),
  ...slots,
  status: z.enum(statuses),
  /** Contacts get a request for confirmation first, and the message after their answer (CAMP-18). */
  confirmation: z.boolean(),
  scheduledAt: instant.nullable(),
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
  /** While `EM_ANDAMENTO`: why WhatsApp paused it; *restart* resumes it. */
  pausedBecause: z.enum(pauses).nullable(),
  pausedAt: instant.nullable(),
  /**
   * Only for an inactive one that was planned: the code of the error that prevented its start; ERR_TEMPLATE_SEND is
   * followed by `_` and the `what` of its data.
   */
  failure: z.string().nullable(),
  /** Null means the company's default at its start; after the start it is the connection in use. */
  whatsappId: nullableId<ConnectionId>(),
  whatsapp: z.object({ id: idSchema<ConnectionId>(), name: z.string() }).nullable(),
  contactListId: nullableId<ContactListId>(),
  contactList: z.object({ id: idSchema<ContactListId>(), name: z.string() }).nullable(),
  tagListId: nullableId<TagId>(),
  fileListId: nullableId<FileListId>(),
  fileList: z.object({ id: idSchema<FileListId>(), name: z.string() }).nullable(),
  template: campaignTemplate.nullable(),
  companyId: idSchema<CompanyId>(),
  /** Signed link. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.enum(mediaTypes).nullable(),
  counts: campaignCounts,
  createdAt: instant,
  updatedAt: instant,
})
export type CampaignView = z.output<typeof campaign>

/** One contact of a campaign, as listed when it started. */
export const shipping = z.object({
  id: idSchema<ShippingId>(),
  campaignId: idSchema<CampaignId>(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  state: z.enum(states),
  /** Only for `skipped`: one of the domain's `skipReasons`. Of `failed`: the code of the error, as in `failure`. */
  reason: z.string().nullable(),
  /** When WhatsApp accepted the message. */
  deliveredAt: instant.nullable(),
  /** When the phone received it, and when it was read. */
  receivedAt: instant.nullable(),
  readAt: instant.nullable(),
  failedAt: instant.nullable(),
  confirmationRequestedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  /** The contact, once a message was sent. */
  contactId: nullableId<ContactId>(),
  /** The ticket of the message. */
  ticketUuid: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type ShippingView = z.output<typeof shipping>

/**
 * The most records in the answer of a whole campaign; the report reads figures and pages instead
 * (docs/features/campaigns.md).
 */
export const wholeCampaignRecords = 1_000

const wholeCampaign = campaign.extend({
  /** The first `wholeCampaignRecords` of them. */
  shipping: z.array(shipping),
  contactList: z
    .object({
      id: idSchema<ContactListId>(),
      name: z.string(),
      contactsCount: z.number().int(),
      validCount: z.number().int(),
      dueCount: z.number().int(),
      /** The first `wholeCampaignRecords` of them. */
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
export type WholeCampaignView = z.output<typeof wholeCampaign>

/**
 * `{nome}`, `{numero}`, `{email}` and each `{key}` of the settings' variables are filled; other braces are sent as
 * written. A client may send an empty slot as null.
 */
const slot = z.preprocess(
  (written) => (written === null ? '' : written),
  text(limits.messageText.max).overwrite((written) => written.replaceAll('\r\n', '\n')),
)

/** Empty: none. */
const momentSchema = z.preprocess(emptyIsNull, localOrInstant.nullable())

/** Existing clients send `Nenhuma` for none. */
const tagListId = z.preprocess((chosen) => (chosen === 'Nenhuma' ? null : chosen), optionalId<TagId>())

const campaignFields = z.object({
  name: nameText,
  message1: slot,
  message2: slot,
  message3: slot,
  message4: slot,
  message5: slot,
  confirmationMessage1: slot,
  confirmationMessage2: slot,
  confirmationMessage3: slot,
  confirmationMessage4: slot,
  confirmationMessage5: slot,
  confirmation: z.preprocess((chosen) => (chosen === null ? false : chosen), flag),
  scheduledAt: momentSchema.optional(),
  whatsappId: optionalId<ConnectionId>(),
  contactListId: optionalId<ContactListId>(),
  /** The contacts with a ticket of this tag are copied into a new contact list now, which replaces the chosen one. */
  tagListId,
  fileListId: optionalId<FileListId>(),
  /**
   * Needed at the start over a connection with a reply window. Without `confirmation` the five messages may then be empty.
   * A change that leaves it out keeps it while the connection is the template's.
   */
  template: templateChoice.nullish(),
  /** Both are accepted for existing clients and without effect. */
  status: z.string().max(50).nullish(),
  companyId: optionalId<CompanyId>(),
})

export const campaignForm = campaignFields.extend({
  message1: slot.default(''),
  message2: slot.default(''),
  message3: slot.default(''),
  message4: slot.default(''),
  message5: slot.default(''),
  confirmationMessage1: slot.default(''),
  confirmationMessage2: slot.default(''),
  confirmationMessage3: slot.default(''),
  confirmationMessage4: slot.default(''),
  confirmationMessage5: slot.default(''),
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

export const listCampaigns = endpoint({
  name: 'campaigns.list',
  summary: 'Campaigns of the company, the newest first, by page',
  method: 'GET',
  path: '/campaigns',
  ...campaignRules,
  query: z.object({
    ...paging,
    status: z.preprocess((value) => emptyIsNull(value) ?? undefined, z.enum(statuses).optional()),
  }),
  answer: z.object({ records: z.array(campaign), ...page }),
})

export const getCampaign = endpoint({
  name: 'campaigns.get',
  summary: `One campaign with its counts, and the first ${wholeCampaignRecords} of its shipping and contacts`,
  method: 'GET',
  path: '/campaigns/:campaignId',
  ...campaignRules,
  params: campaignParams,
  answer: wholeCampaign,
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

export const createCampaign = endpoint({
  name: 'campaigns.create',
  summary: 'A new campaign: planned when it has a time, else inactive',
  method: 'POST',
  path: '/campaigns',
  ...campaignRules,
  body: campaignForm,
  answer: campaign,
  errors: ['ERR_CAMPAIGNS_DISABLED', ...parts, 'ERR_SUPPORT_MAY_NOT'],
})

export const updateCampaign = endpoint({
  name: 'campaigns.update',
  summary:
    'Changes a campaign that is inactive, cancelled, or planned for later than in an hour; what a change leaves out stays',
  method: 'PUT',
  path: '/campaigns/:campaignId',
  ...campaignRules,
  params: campaignParams,
  // `fields`, not the form with its defaults: an omitted field stays.
  body: campaignFields.partial(),
  answer: campaign,
  errors: [...known, 'ERR_CAMPAIGN_STATE', ...parts, 'ERR_SUPPORT_MAY_NOT'],
})

export const deleteCampaign = endpoint({
  name: 'campaigns.delete',
  summary: 'Deletes a campaign that is not running; what was sent stays in the conversations',
  method: 'DELETE',
  path: '/campaigns/:campaignId',
  ...campaignRules,
  params: campaignParams,
  answer: message,
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATE'],
})

export const estimateCampaign = endpoint({
  name: 'campaigns.estimate',
  summary: 'Estimates the end of a campaign that starts now or at its time, beside the running ones',
  method: 'GET',
  path: '/campaigns/:campaignId/estimate',
  ...campaignRules,
  params: campaignParams,
  answer: z.object({
    /** The recipients: valid numbers, less the opted-out ones. */
    contacts: z.number().int(),
    /** Numbers that WhatsApp has not checked yet; the estimated times count them as valid. */
    unchecked: z.number().int(),
    optedOut: z.number().int(),
    invalid: z.number().int(),
    /** People without a phone number, to whom the connection cannot write. */
    withoutPhone: z.number().int(),
    /** Of its template to each of them; null: it has none, or the connection bills nothing. */
    cost: costEstimate.nullable(),
    startsAt: instant,
    seconds: z.number().int(),
    endsAt: instant,
  }),
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

export const startCampaign = endpoint({
  name: 'campaigns.start',
  summary: 'Starts an inactive or planned campaign now',
  method: 'POST',
  path: '/campaigns/:campaignId/start',
  ...campaignRules,
  params: campaignParams,
  closedToSupport: true,
  answer: campaign.extend(message.shape),
  errors: [...known, 'ERR_CAMPAIGN_STATE', 'ERR_NO_DEF_WAPP_FOUND', ...parts],
})

export const cancelCampaign = endpoint({
  name: 'campaigns.cancel',
  summary: 'Stops a running campaign at once; messages whose sending has not begun are withdrawn',
  method: 'POST',
  path: '/campaigns/:campaignId/cancel',
  ...campaignRules,
  params: campaignParams,
  answer: campaign.extend(message.shape),
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATE'],
})

export const restartCampaign = endpoint({
  name: 'campaigns.restart',
  summary: 'Continues a cancelled or paused campaign with the contacts that have not received it',
  method: 'POST',
  path: '/campaigns/:campaignId/restart',
  ...campaignRules,
  params: campaignParams,
  closedToSupport: true,
  answer: campaign.extend(message.shape),
  errors: [...known, 'ERR_CAMPAIGN_STATE', 'ERR_NO_DEF_WAPP_FOUND', ...parts],
})

export const putCampaignMedia = endpoint({
  name: 'campaigns.putMedia',
  summary:
    'The file that goes with the message, as its caption (multipart `file`); the one before it is removed',
  method: 'POST',
  path: '/campaigns/:campaignId/media-upload',
  ...campaignRules,
  takesFiles: true,
  params: campaignParams,
  answer: campaign.extend({ mensagem: z.string() }),
  errors: [
    ...known,
    'ERR_CAMPAIGN_STATE',
    'ERR_UPLOAD_TOO_LARGE',
    'ERR_UPLOAD_EMPTY',
    'ERR_STORAGE_FULL',
    'ERR_COMPANY_STORAGE_FULL',
    'ERR_TOO_MANY_UPLOADS',
    'ERR_VALIDATION',
    'ERR_SUPPORT_MAY_NOT',
  ],
})

export const removeCampaignMedia = endpoint({
  name: 'campaigns.removeMedia',
  summary: "Removes the message's file",
  method: 'DELETE',
  path: '/campaigns/:campaignId/media-upload',
  ...campaignRules,
  params: campaignParams,
  answer: campaign.extend({ mensagem: z.string() }),
  errors: [...known, 'ERR_CAMPAIGN_STATE', 'ERR_SUPPORT_MAY_NOT'],
})

export const campaignFigures = endpoint({
  name: 'campaigns.figures',
  summary: 'The report in numbers: counts, how it went over time, and when it will probably end',
  method: 'GET',
  path: '/campaigns/:campaignId/figures',
  ...campaignRules,
  params: campaignParams,
  answer: z.object({
    counts: campaignCounts,
    /** Only for a running campaign that is not paused: when it will probably have written to all contacts. */
    endsAt: instant.nullable(),
    /** Length of one part of `series`, in seconds; 0 before anything has happened. */
    stepSeconds: z.number().int(),
    /** The time since the start in at most sixty intervals, each with the number of events in it. */
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
export type CampaignFigures = z.output<typeof campaignFigures.answer>

const ofState = {
  /** Only those in this state, or in a state of this group: `shipped`, `due`, `failed` or `skipped`. */
  state: z.preprocess((value) => emptyIsNull(value) ?? undefined, z.enum([...states, ...groups]).optional()),
}

export const listShipping = endpoint({
  name: 'campaigns.shipping',
  summary: 'Contacts of a started campaign in the order in which they are written to, by page',
  method: 'GET',
  path: '/campaigns/:campaignId/shipping',
  ...campaignRules,
  params: campaignParams,
  query: z.object({ ...paging, ...ofState }),
  answer: z.object({ records: z.array(shipping), ...page }),
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

/** The most records in one answer of the export. */
export const shippingExportPage = 5_000

export const exportShipping = endpoint({
  name: 'campaigns.export',
  summary: `Contacts of a started campaign for a spreadsheet, ${shippingExportPage} at a time; the first call is noted in the audit trail`,
  method: 'POST',
  path: '/campaigns/:campaignId/export',
  ...campaignRules,
  params: campaignParams,
  closedToSupport: true,
  pace: { calls: listPace.calls * 10, seconds: listPace.seconds },
  body: z.object({
    searchParam: paging.searchParam,
    ...ofState,
    /** `next` of the previous answer; omitted at first. */
    after: optionalId<ShippingId>(),
  }),
  answer: z.object({
    records: z.array(shipping),
    /** Null on the last page. */
    next: nullableId<ShippingId>(),
  }),
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

/** A number that wants no campaigns. */
export const optOut = z.object({
  id: idSchema<OptOutId>(),
  name: z.string(),
  number: z.string(),
  /** The contact's text; null when a user of the company recorded the opt-out, or WhatsApp told it. */
  word: z.string().nullable(),
  /** The contact stopped marketing messages at WhatsApp. */
  isFromWhatsapp: z.boolean(),
  /** The preceding campaign; null when it was deleted, or there was none. */
  campaign: z.object({ id: idSchema<CampaignId>(), name: z.string() }).nullable(),
  createdAt: instant,
  /** Opt-outs never change, so this is always `createdAt`. */
  updatedAt: instant,
})
export type OptOutView = z.output<typeof optOut>

export const listOptOuts = endpoint({
  name: 'campaignOptOuts.list',
  summary: 'Numbers that want no campaigns, the newest first, by page',
  method: 'GET',
  path: '/campaign-opt-outs',
  ...campaignRules,
  query: z.object(paging),
  answer: z.object({ records: z.array(optOut), ...page }),
})

export const optOutForm = contactForm.pick({ name: true }).extend({ number: listedNumber })

export const createOptOut = endpoint({
  name: 'campaignOptOuts.create',
  summary: 'Records a contact who wants no campaigns; running campaigns skip them from then on',
  method: 'POST',
  path: '/campaign-opt-outs',
  ...campaignRules,
  body: optOutForm,
  answer: optOut,
  errors: ['ERR_OPT_OUT_ALREADY_EXISTS'],
})

export const deleteOptOut = endpoint({
  name: 'campaignOptOuts.delete',
  summary: 'Ends an opt-out; the next campaigns reach the number again',
  method: 'DELETE',
  path: '/campaign-opt-outs/:optOutId',
  ...campaignRules,
  params: z.object({ optOutId: idParam<OptOutId>() }),
  answer: message,
  errors: ['ERR_NO_OPT_OUT_FOUND'],
})

const settingKeys = [
  'messageInterval',
  'longerIntervalAfter',
  'greaterInterval',
  'variables',
  'optOutWord',
] as const

/** `value` is a JSON text (CAMP-25). */
export const campaignSetting = z.object({ key: z.enum(settingKeys), value: z.string() })
export type CampaignSettingView = z.output<typeof campaignSetting>

const seconds = (...options: number[]) =>
  wholeNumber(120).refine((chosen) => options.includes(chosen), 'Invalid option')
const longSeconds = seconds(0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120)
const variable = z.object({
  /** Without braces, which users may include. */
  key: text(limits.campaignSettings.key)
    .transform((written) =>
      written
        .trim()
        .replace(/^\{+|\}+$/g, '')
        .trim(),
    )
    .pipe(z.string().min(1, 'Obrigatório')),
  value: text(limits.campaignSettings.value),
})

const variables = z
  .array(variable)
  .max(limits.campaignSettings.variables)
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'Repeated key')

/** An omitted field stays. */
export const campaignSettingsForm = z.object({
  messageInterval: seconds(0, 5, 10, 15, 20).optional(),
  longerIntervalAfter: longSeconds.optional(),
  greaterInterval: longSeconds.optional(),
  variables: variables.optional(),
  optOutWord: text(limits.campaignSettings.optOutWord).trim().optional(),
})

export const getCampaignSettings = endpoint({
  name: 'campaignSettings.get',
  summary: 'Pace, variables and opt-out word of all campaigns; each value is a JSON text',
  method: 'GET',
  path: '/campaign-settings',
  ...campaignRules,
  answer: z.array(campaignSetting),
})

export const saveCampaignSettings = endpoint({
  name: 'campaignSettings.save',
  summary:
    'Changes pace, variables or opt-out word of all campaigns; running ones follow from their next contact on',
  method: 'POST',
  path: '/campaign-settings',
  ...campaignRules,
  body: z.object({ settings: campaignSettingsForm }),
  answer: z.array(campaignSetting),
})
