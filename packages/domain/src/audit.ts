import type { UserId } from './ids'

export const auditActs = [
  'login.succeeded',
  'login.failed',
  'sessions.ended',
  'twoStep.switchedOn',
  'twoStep.switchedOff',
  'twoStep.recoveryCodeUsed',
  'twoStep.recoveryCodesRenewed',
  'user.created',
  'user.changed',
  'user.rightsChanged',
  'user.deleted',
  'user.linkMailed',
  'setting.changed',
  'credential.changed',
  'plan.created',
  'plan.changed',
  'plan.deleted',
  'queue.hoursChanged',
  'queue.deleted',
  'queueOption.deleted',
  'connection.created',
  'connection.setUp',
  'connection.changed',
  'connection.deleted',
  'connection.loggedOut',
  'connection.handedOver',
  'connection.tokenMade',
  'connection.tokenRevoked',
  'messageTemplate.created',
  'messageTemplate.changed',
  'messageTemplate.deleted',
  'contact.deleted',
  'contacts.imported',
  'contacts.exported',
  'contacts.merged',
  'contact.dataExported',
  'contact.erased',
  'ticket.deleted',
  'tag.deleted',
  'holidays.kept',
  'holiday.deleted',
  'quickMessage.deleted',
  'schedule.deleted',
  'chat.deleted',
  'setAside.dismissed',
  'help.deleted',
  'announcement.deleted',
  'prompt.created',
  'prompt.changed',
  'prompt.deleted',
  'integration.created',
  'integration.changed',
  'integration.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.secretChanged',
  'webhook.switchedOff',
  'webhook.deleted',
  'fileList.deleted',
  'contactList.imported',
  'contactList.deleted',
  'campaign.started',
  'campaign.cancelled',
  'campaign.restarted',
  'campaign.deleted',
  'campaign.exported',
  'campaigns.settingsChanged',
  'optOut.deleted',
  'company.created',
  'company.signedUp',
  'company.changed',
  'company.hoursChanged',
  'company.extended',
  'company.dataExported',
  'company.deletionOrdered',
  'company.deletionRevoked',
  'company.deleted',
  'support.began',
  'support.ended',
  'invoice.paid',
  'invoice.confirmed',
  'invoice.paidOtherwise',
  'invoice.paidTwice',
  'invoice.paidAfterCancel',
  'invoice.cancelled',
  'invoice.handled',
  'whatsappVersion.changed',
  'messagePrice.created',
  'messagePrice.changed',
  'messagePrice.deleted',
  'messagePrices.imported',
  'moveIn.created',
  'moveIn.sourceChanged',
  'moveIn.ordered',
  'moveIn.stopped',
  'moveIn.deleted',
  'audit.exported',
] as const
export type AuditAct = (typeof auditActs)[number]

/** The names of details in an audit entry, each with a label in every language. */
export const auditDetailFields = [
  'browser',
  'profile',
  'formerProfile',
  'queues',
  'formerQueues',
  'allTicket',
  'formerAllTicket',
  'fields',
  'key',
  'value',
  'formerValue',
  'currency',
  'companies',
  'users',
  'connections',
  'modules',
  'moveTo',
  'number',
  'contact',
  'status',
  'because',
  'platform',
  'act',
  'from',
  'to',
  'userId',
  'companyId',
  'plan',
  'replaced',
  'goneId',
  'type',
  'minutes',
  'reason',
  'until',
  'dueDate',
  'everywhere',
  'rows',
  'file',
  'source',
  'day',
  'formerName',
  'becameDefault',
  'host',
  'isActive',
  'version',
  'formerVersion',
  'messageInterval',
  'longerIntervalAfter',
  'greaterInterval',
  'variables',
  'storageGigabytes',
  'contacts',
  'connection',
  'created',
  'items',
  'count',
  'deleteAt',
  'campaignsEnabled',
  'name',
  'timeZone',
  'language',
] as const
export type AuditDetailField = (typeof auditDetailFields)[number]

/** The details of an act in the audit trail. They never hold a secret or the text of a conversation. */
export type AuditDetail = Readonly<Partial<Record<AuditDetailField, string | number | boolean | null>>>

/** The object of an act. Customers appear by id only, so that an erased customer leaves no name behind. */
interface AuditSubject {
  readonly id: number
  readonly name?: string
}

export interface AuditEntry {
  readonly act: AuditAct
  readonly subject?: AuditSubject
  readonly detail?: AuditDetail
  /** The user to name in the entry when the server acts for a user who is not signed in yet (login). */
  readonly person?: { readonly id: UserId; readonly name: string }
  readonly address?: string
}

export const auditRetentionMonths = 24

const longestText = 200

/** Shortens the texts of the details, so that long names cannot fill the audit table. */
export function shortenedAuditDetail(detail: AuditDetail): AuditDetail {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      typeof value === 'string' ? shortenedAuditText(value) : value,
    ]),
  )
}

export function shortenedAuditText(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}
